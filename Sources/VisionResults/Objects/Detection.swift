import Foundation

/// An object in an image: its classes and its box.
public final class Detection: NSObject, Sendable {
  /// The classes, best first.
  public let categories: [ResultCategory]
  /// The box around the object, in pixels of the stored image.
  public let boundingBox: CGRect
  /// The object's keypoints; nil when the model has none.
  public let keypoints: [NormalizedKeypoint]?

  /// Makes a detection.
  ///
  /// - Parameters:
  ///   - categories: The classes, best first.
  ///   - boundingBox: The box around the object, in pixels.
  ///   - keypoints: The object's keypoints.
  public init(categories: [ResultCategory], boundingBox: CGRect, keypoints: [NormalizedKeypoint]?) {
    self.categories = categories
    self.boundingBox = boundingBox
    self.keypoints = keypoints
    super.init()
  }

  /// Whether the other object is a detection with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? Detection).map { DetectionSnapshot($0) == DetectionSnapshot(self) } ?? false
  }

  /// A hash of the values.
  public override var hash: Int { DetectionSnapshot(self).hashValue }

  /// The best category and the box (x, y, width, height) in whole pixels, such as `dog 0.87 at (96, 40, 312, 280)`.
  public override var description: String {
    "\(categories.first?.description ?? "object") at \(BoxSnapshot(boundingBox).text)"
  }

  /// All values.
  public override var debugDescription: String {
    "Detection(categories: \(categories), boundingBox: \(boundingBox), keypoints: \(keypoints.debugText))"
  }
}
