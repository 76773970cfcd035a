import Foundation

// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The objects that `ObjectDetector` detected in one image.
public final class ObjectDetectorResult: TaskResult, @unchecked Sendable {
  /// The objects, best first. If the model calibrates its scores, the order is that of the uncalibrated scores.
  ///
  /// Boxes are in whole pixels of the stored image. A box that starts outside the image is moved to its edge and keeps
  /// its size, as in MediaPipe, so its right or lower edge may lie outside.
  public let detections: [Detection]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - detections: The objects, best first.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(detections: [Detection], timestampInMilliseconds: Int) {
    self.detections = detections
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Whether the other object is a result with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? ObjectDetectorResult else { return false }
    return other.detections == detections
  }

  /// A hash of the values.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(time)
    hasher.combine(detections)
    return hasher.finalize()
  }

  /// The objects, such as `1 object: dog 0.87 at (96, 40, 312, 280)`.
  public override var description: String {
    ResultText.list(detections.map(\.description), one: "object", several: "objects")
  }

  /// All values.
  public override var debugDescription: String {
    "ObjectDetectorResult(" + "detections: \(detections), "
      + "timestampInMilliseconds: \(timestampInMilliseconds))"
  }
}
