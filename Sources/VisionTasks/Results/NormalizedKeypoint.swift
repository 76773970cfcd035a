import Foundation

/// A point that belongs to a detection.
///
/// Two of them are equal when location, label and score are.
public final class NormalizedKeypoint: NSObject, Sendable {
  /// The position in fractions of the picture's width and height.
  public let location: CGPoint
  /// What the point is; nil when the model does not say.
  public let label: String?
  /// How sure the model is; 0 when it does not say.
  public let score: Float

  /// Makes a keypoint.
  ///
  /// - Parameters:
  ///   - location: The position in fractions of the picture's width and height.
  ///   - label: What the point is.
  ///   - score: How sure the model is.
  public init(location: CGPoint, label: String?, score: Float) {
    self.location = location
    self.label = label
    self.score = score
    super.init()
  }

  /// Whether the other object is a keypoint with the same values.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NormalizedKeypoint else { return false }
    return location == other.location && label == other.label && score == other.score
  }

  /// A hash of the three values.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(location.x)
    hasher.combine(location.y)
    hasher.combine(label)
    hasher.combine(score)
    return hasher.finalize()
  }
}
