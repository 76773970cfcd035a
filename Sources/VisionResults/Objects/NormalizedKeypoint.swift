import Foundation

/// A keypoint of a detection.
///
/// Keypoints are equal if their locations, labels and scores are.
public final class NormalizedKeypoint: NSObject, Sendable {
  /// The position in fractions of the image's width and height.
  public let location: CGPoint
  /// The point's name; nil when the model has none.
  public let label: String?
  /// The model's score; 0 when it has none.
  public let score: Float

  /// Makes a keypoint.
  ///
  /// - Parameters:
  ///   - location: The position in fractions of the image's width and height.
  ///   - label: The point's name.
  ///   - score: The model's score.
  public init(location: CGPoint, label: String?, score: Float) {
    self.location = location
    self.label = label
    self.score = score
    super.init()
  }

  /// Whether the other object is a keypoint with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? NormalizedKeypoint).map { KeypointSnapshot($0) == KeypointSnapshot(self) } ?? false
  }

  /// A hash of the values.
  public override var hash: Int { KeypointSnapshot(self).hashValue }

  /// Label and position, such as `eye (0.512, 0.250)`.
  public override var description: String { KeypointSnapshot(self).text }

  /// All values.
  public override var debugDescription: String {
    "NormalizedKeypoint(x: \(location.x), y: \(location.y), label: \(label.debugText), score: \(score))"
  }
}
