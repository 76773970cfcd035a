import Foundation

// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The hands that `HandLandmarker` detected in one image.
///
/// The three arrays have one element per hand, in the same order; all are empty without a hand.
public final class HandLandmarkerResult: TaskResult, @unchecked Sendable {
  /// The 21 landmarks of each hand, in fractions of the stored image's width and height; see `HandLandmark`.
  public let landmarks: [[NormalizedLandmark]]
  /// The 21 world landmarks of each hand, in meters; the origin is the hand's geometric center.
  public let worldLandmarks: [[Landmark]]
  /// The handedness of each hand: one category, `Left` or `Right`, with a score in 0.5...1.
  public let handedness: [[ResultCategory]]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - landmarks: The landmarks of each hand, in fractions of the image.
  ///   - worldLandmarks: The world landmarks of each hand, in meters.
  ///   - handedness: The handedness categories of each hand.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(
    landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
    timestampInMilliseconds: Int
  ) {
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.handedness = handedness
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Whether the other object is a result with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? HandLandmarkerResult else { return false }
    return other.landmarks == landmarks && other.worldLandmarks == worldLandmarks && other.handedness == handedness
  }

  /// A hash of the values.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(time)
    hasher.combine(landmarks)
    hasher.combine(worldLandmarks)
    hasher.combine(handedness)
    return hasher.finalize()
  }

  /// The hands with their side, such as `2 hands: Left 0.95; Right 0.98`.
  public override var description: String {
    ResultText.list(
      landmarks.indices.map { hand in
        ResultText.categories(handedness, of: hand)
      }, one: "hand", several: "hands")
  }

  /// All values.
  public override var debugDescription: String {
    "HandLandmarkerResult(" + "landmarks: \(landmarks), "
      + "worldLandmarks: \(worldLandmarks), "
      + "handedness: \(handedness), "
      + "timestampInMilliseconds: \(timestampInMilliseconds))"
  }
}
