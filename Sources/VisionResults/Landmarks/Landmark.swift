import Foundation

/// A landmark in space, in meters.
///
/// Landmarks are equal if all five values are. MediaPipe compares x, y and z with a tolerance of `1e-6`, which allows
/// no useful hash.
public final class Landmark: NSObject, Sendable {
  /// The horizontal position in meters, to the right.
  public let x: Float
  /// The vertical position in meters, downwards.
  public let y: Float
  /// The depth in meters, away from the camera.
  public let z: Float
  /// The probability that the landmark is not occluded, 0...1; nil when the model has none, as for hands.
  public let visibility: NSNumber?
  /// The probability that the landmark is inside the image, 0...1; nil when the model has none, as for hands.
  public let presence: NSNumber?

  /// Makes a landmark.
  ///
  /// - Parameters:
  ///   - x: The horizontal position.
  ///   - y: The vertical position.
  ///   - z: The depth.
  ///   - visibility: The probability that it is not occluded.
  ///   - presence: The probability that it is inside the image.
  public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
    self.x = x
    self.y = y
    self.z = z
    self.visibility = visibility
    self.presence = presence
    super.init()
  }

  /// Whether the other object is a landmark with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? Landmark).map { PointSnapshot($0) == PointSnapshot(self) } ?? false
  }

  /// A hash of the values.
  public override var hash: Int { PointSnapshot(self).hashValue }

  /// The coordinates, such as `(0.256, 0.736, -0.012)`.
  public override var description: String { PointSnapshot(self).text }

  /// All values.
  public override var debugDescription: String {
    "Landmark" + PointSnapshot(self).fullText
  }
}
