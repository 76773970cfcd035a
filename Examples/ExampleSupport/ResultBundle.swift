import CoreGraphics

/// What a service gives back: results, and how long the task took for them.
public struct ResultBundle<Result> {
  /// The time of the task for a picture, or its mean over a video's frames, in milliseconds.
  public let inferenceTime: Double
  /// The result of a picture, or of each of a video's frames; nil for a frame that failed.
  public let results: [Result?]
  /// The size of the video's pictures in pixels; zero for others.
  public let size: CGSize

  /// Puts results together.
  public init(inferenceTime: Double, results: [Result?], size: CGSize = .zero) {
    self.inferenceTime = inferenceTime
    self.results = results
    self.size = size
  }
}
