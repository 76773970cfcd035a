import FuzzSupport

@testable import VisionModels

/// The settings of custom operators.
@main
enum FlexBufferFuzz {
  private static let names = ["max_detections", "num_classes", "nms_iou_threshold", "a", ""]

  static func main() {
    Fuzzer.run { bytes in
      guard let map = FlexBufferMap(ModelData(bytes)) else { return }
      for name in names { _ = map.integer(name) }
    }
  }
}
