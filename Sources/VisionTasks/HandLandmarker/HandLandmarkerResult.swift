import Foundation

// Safe to share: final, and every property of the class and of its base is a constant of a Sendable type.
/// The hands that `HandLandmarker` found in one picture.
///
/// The three arrays have one element a hand, in the same order; without a hand all are empty.
public final class HandLandmarkerResult: TaskResult, @unchecked Sendable {
  /// For every hand 21 landmarks in fractions of the stored picture's width and height; see `HandLandmark`.
  public let landmarks: [[NormalizedLandmark]]
  /// For every hand 21 landmarks in metres, with the hand's geometric centre as the origin.
  public let worldLandmarks: [[Landmark]]
  /// For every hand one category, `Left` or `Right`, with a score in 0.5...1.
  public let handedness: [[ResultCategory]]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - landmarks: For every hand its landmarks in fractions of the picture.
  ///   - worldLandmarks: For every hand its landmarks in metres.
  ///   - handedness: For every hand its handedness categories.
  ///   - timestampInMilliseconds: The timestamp of the picture.
  public init(
    landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
    timestampInMilliseconds: Int
  ) {
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.handedness = handedness
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }
}
