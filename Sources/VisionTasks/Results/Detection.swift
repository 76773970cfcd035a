import Foundation

/// An object in a picture: what it may be and where it is.
public final class Detection: NSObject, Sendable {
  /// What the object may be, best first.
  public let categories: [ResultCategory]
  /// The box around the object, in pixels of the stored picture.
  public let boundingBox: CGRect
  /// Points of the object; nil when the model has none.
  public let keypoints: [NormalizedKeypoint]?

  /// Makes a detection.
  ///
  /// - Parameters:
  ///   - categories: What the object may be, best first.
  ///   - boundingBox: The box around the object, in pixels.
  ///   - keypoints: Points of the object.
  public init(categories: [ResultCategory], boundingBox: CGRect, keypoints: [NormalizedKeypoint]?) {
    self.categories = categories
    self.boundingBox = boundingBox
    self.keypoints = keypoints
    super.init()
  }
}
