import Foundation

/// A point in space, in metres.
///
/// Two of them are equal when x, y and z differ by less than `1e-6`; visibility and presence are not compared.
public final class Landmark: NSObject, Sendable {
  /// The horizontal position in metres, to the right.
  public let x: Float
  /// The vertical position in metres, downwards.
  public let y: Float
  /// The depth in metres, away from the camera.
  public let z: Float
  /// How likely the landmark is not hidden, 0...1; nil when the model does not say, as for hands.
  public let visibility: NSNumber?
  /// How likely the landmark is inside the picture, 0...1; nil when the model does not say, as for hands.
  public let presence: NSNumber?

  /// Makes a landmark.
  ///
  /// - Parameters:
  ///   - x: The horizontal position.
  ///   - y: The vertical position.
  ///   - z: The depth.
  ///   - visibility: How likely the landmark is not hidden.
  ///   - presence: How likely the landmark is inside the picture.
  public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
    self.x = x
    self.y = y
    self.z = z
    self.visibility = visibility
    self.presence = presence
    super.init()
  }

  /// Whether the other object is a landmark at the same place, within the tolerance.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Landmark else { return false }
    return LandmarkTolerance.allows(x, other.x) && LandmarkTolerance.allows(y, other.y)
      && LandmarkTolerance.allows(z, other.z)
  }

  /// The same for all: equality has a tolerance, so no part of the position may enter.
  public override var hash: Int { LandmarkTolerance.hash }
}
