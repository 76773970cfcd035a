import Testing
import VisionCore
import VisionModels

@Suite("Detections of the reference, computed by hand")
struct DetectionTests {
  private static let settings: [String: FlexMapWriter.Value] = [
    "max_detections": .integer(3), "max_classes_per_detection": .integer(1), "num_classes": .integer(2),
    "nms_iou_threshold": .float(0.5), "nms_score_threshold": .float(0.25), "y_scale": .float(10),
    "x_scale": .float(10), "h_scale": .float(5), "w_scale": .float(5),
  ]
  /// Four anchors: the second lies over the first by 3/4 of its width, the third and fourth apart.
  private static let anchors: [Double] = [0.5, 0.5, 1, 1] + [0.5, 0.75, 1, 1] + [2.5, 0.5, 1, 1] + [0.5, 4.5, 1, 2]

  private static func detect(
    _ settings: [String: FlexMapWriter.Value], boxes: [Double], scores: [Double]
  ) throws -> [[Double]] {
    let sample = OperatorSample(
      name: "TFLite_Detection_PostProcess", customOptions: FlexMapWriter.write(settings), count: 4)
    return try sample.results([
      .floats([1, 4, 4], boxes), .floats([1, 4, 3], scores), .floats([4, 4], anchors),
    ]).map(\.numbers)
  }

  @Test("Boxes are decoded and suppressed, and the background is not a class")
  func detections() throws {
    // The last box is moved by half its anchor's width, 5 / 10 * 2.
    let boxes = [Double](repeating: 0, count: 13) + [5, 0, 0]
    let scores: [Double] = [0.9, 0.5, 0] + [0.9, 0, 0.75] + [1, 0.2, 0.1] + [0, 0.25, 0.25]
    let found = try Self.detect(Self.settings, boxes: boxes, scores: scores)
    #expect(found[0] == [0, 0.25, 1, 1.25, 0, 4.5, 1, 6.5, 0, 0, 0, 0])
    #expect(found[1] == [1, 0, 0])
    #expect(found[2] == [0.75, 0.25, 0])
    #expect(found[3] == [2])
  }

  @Test("A box with exactly the overlap limit stays; equal scores keep the order of the boxes")
  func ties() throws {
    var settings = Self.settings
    // The first two share 3/4 of 1 1/4.
    settings["nms_iou_threshold"] = .float(0.75 / 1.25)
    let scores: [Double] = [0, 0.5, 0] + [0, 0, 0.5] + [0, 0.5, 0] + [0, 0.5, 0]
    let found = try Self.detect(settings, boxes: [Double](repeating: 0, count: 16), scores: scores)
    #expect(found[0] == [0, 0, 1, 1, 0, 0.25, 1, 1.25, 2, 0, 3, 1])
    #expect(found[1] == [0, 1, 0])
    #expect(found[3] == [3])
  }

  @Test("Settings that are no map, and a suppression for each class, are refused, naming the operator")
  func refusals() throws {
    var settings = Self.settings
    settings["use_regular_nms"] = .integer(1)
    for options in [[1, 2], FlexMapWriter.write(settings)] {
      let sample = OperatorSample(name: "TFLite_Detection_PostProcess", customOptions: options, count: 4)
      let error = #expect(throws: TasksError.self) { try sample.run(nil, nil, nil) }
      #expect(error?.code == .unimplementedError)
      #expect(error?.message.contains("TFLite_Detection_PostProcess") == true)
    }
  }
}
