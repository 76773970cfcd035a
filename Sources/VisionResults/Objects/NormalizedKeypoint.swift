import Foundation

/// A point that belongs to a detection.
///
/// Two of them are equal when location, label and score are.
public final class NormalizedKeypoint: NSObject, Sendable {
  /// The position in fractions of the image's width and height.
  public let location: CGPoint
  /// What the point is; nil when the model does not say.
  public let label: String?
  /// How sure the model is; 0 when it does not say.
  public let score: Float

  /// Makes a keypoint.
  ///
  /// - Parameters:
  ///   - location: The position in fractions of the image's width and height.
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
    (object as? NormalizedKeypoint).map { KeypointSnapshot($0) == KeypointSnapshot(self) } ?? false
  }

  /// A hash of the values.
  public override var hash: Int { KeypointSnapshot(self).hashValue }

  /// Label and place, such as `eye (0.512, 0.250)`.
  public override var description: String { KeypointSnapshot(self).text }

  /// All values.
  public override var debugDescription: String {
    "NormalizedKeypoint(x: \(location.x), y: \(location.y), label: \(label.debugText), score: \(score))"
  }
}
