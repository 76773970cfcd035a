import Foundation

// Safe to share: final, and every property of the class and of its base is a constant of a Sendable type.
/// The hands that `HandLandmarker` found in one image.
///
/// The three arrays have one element a hand, in the same order; without a hand all are empty.
public final class HandLandmarkerResult: TaskResult, @unchecked Sendable {
  /// For every hand 21 landmarks in fractions of the stored image's width and height; see `HandLandmark`.
  public let landmarks: [[NormalizedLandmark]]
  /// For every hand 21 landmarks in metres, with the hand's geometric centre as the origin.
  public let worldLandmarks: [[Landmark]]
  /// For every hand one category, `Left` or `Right`, with a score in 0.5...1.
  public let handedness: [[ResultCategory]]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - landmarks: For every hand its landmarks in fractions of the image.
  ///   - worldLandmarks: For every hand its landmarks in metres.
  ///   - handedness: For every hand its handedness categories.
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

  /// Whether the other object is a result with the same values.
  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? HandLandmarkerResult else { return false }
    return other.landmarks == landmarks && other.worldLandmarks == worldLandmarks && other.handedness == handedness
  }

  /// A hash of the values.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(timestampInMilliseconds)
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
