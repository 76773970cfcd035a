import Foundation

// Safe to share: final, and every property of the class and of its base is a constant of a Sendable type.
/// The objects that `ObjectDetector` found in one picture.
public final class ObjectDetectorResult: TaskResult, @unchecked Sendable {
  /// The objects; best first, unless the model calibrates its scores, which leaves the order as it was before.
  ///
  /// Boxes are in whole pixels of the stored picture. A box that starts outside of it is moved to its edge and keeps its size,
  /// as in MediaPipe, so its right or lower edge may lie outside.
  public let detections: [Detection]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - detections: The objects, best first.
  ///   - timestampInMilliseconds: The timestamp of the picture.
  public init(detections: [Detection], timestampInMilliseconds: Int) {
    self.detections = detections
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }
}
