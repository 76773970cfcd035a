import CoreGraphics

/// The results of a service and their processing time.
public struct ResultBundle<Result> {
  /// The time of an image, or the mean time per frame of a video, in milliseconds.
  public let inferenceTime: Double
  /// The result of an image, or of each frame of a video; nil for a frame that failed.
  public let results: [Result?]
  /// The frame size of a video in pixels; zero for an image.
  public let size: CGSize

  /// Makes a bundle.
  public init(inferenceTime: Double, results: [Result?], size: CGSize = .zero) {
    self.inferenceTime = inferenceTime
    self.results = results
    self.size = size
  }
}
