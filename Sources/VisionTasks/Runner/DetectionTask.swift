/// The base class of the tasks whose methods are named `detect`: ``HandLandmarker``, ``PoseLandmarker``,
/// ``FaceLandmarker``, ``FaceDetector``, ``HolisticLandmarker`` and ``ObjectDetector``.
///
/// A region of interest is in fractions of the stored image's width and height, relative to its top left corner. What
/// it means is documented with `BaseOptions.regionOfInterest`, which is for all images of a task.
public class DetectionTask<Options: TaskOptions & SendableMetatype, Output: TaskResult>:
  ConfiguredTask<Options, Output>, @unchecked Sendable
{
  /// Detects in a still image. Blocks until done; running mode `.image`.
  ///
  /// - Returns: The result, best subject first; empty when there is none.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detect(image: MPImage) throws -> Output { try runner.processImage(image) }

  /// Detects in a region of a still image; see `detect(image:)`. `.zero` is the whole image.
  ///
  /// - Throws: As `detect(image:)`, and for a region that is empty or not inside the image.
  public func detect(image: MPImage, regionOfInterest: CGRect) throws -> Output {
    try runner.processImage(image, region: regionOfInterest)
  }

  /// Detects in the next frame of a video, with a timestamp greater than the last one. Blocks until done; running mode
  /// `.video`.
  ///
  /// - Returns: The result. Subjects keep their places while they are tracked.
  /// - Throws: As `detect(image:)`, and for a timestamp that is not greater.
  public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> Output {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Detects in a region of the next frame of a video; see `detect(videoFrame:timestampInMilliseconds:)`.
  public func detect(videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect) throws -> Output {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  /// Queues a frame of a live stream and returns at once; running mode `.liveStream`. The delegate receives the result.
  ///
  /// - Throws: As `detect(videoFrame:timestampInMilliseconds:)`; dropped frames count as previous ones.
  public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  /// Queues a frame of a live stream, to detect in a region of it; see `detectAsync(image:timestampInMilliseconds:)`.
  public func detectAsync(image: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect) throws {
    try runner.processLiveStreamFrame(
      image, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest, keeping: self)
  }

  // The asynchronous methods omit the first label. With the labels of the blocking methods the compiler would select
  // them for every call in an asynchronous function, and code written for MediaPipe would need `await`.

  /// Detects in a still image without blocking a thread of Swift concurrency; running mode `.image`.
  ///
  /// - Returns: As `detect(image:)`.
  /// - Throws: As `detect(image:)`; `CancellationError` as soon as the calling task is cancelled.
  public func detect(_ image: MPImage) async throws -> Output { try await runner.imageResult(image) }

  /// Detects in a region of a still image without blocking a thread of Swift concurrency; see
  /// `detect(image:regionOfInterest:)`.
  public func detect(_ image: MPImage, regionOfInterest: CGRect) async throws -> Output {
    try await runner.imageResult(image, region: regionOfInterest)
  }

  /// Detects in the next frame of a video without blocking a thread of Swift concurrency; running mode `.video`.
  ///
  /// - Returns: As `detect(videoFrame:timestampInMilliseconds:)`.
  /// - Throws: As `detect(videoFrame:timestampInMilliseconds:)`; `CancellationError` as soon as the calling task is
  ///   cancelled.
  public func detect(_ videoFrame: MPImage, timestampInMilliseconds: Int) async throws -> Output {
    try await runner.videoResult(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Detects in a region of the next frame of a video without blocking a thread of Swift concurrency; see
  /// `detect(videoFrame:timestampInMilliseconds:regionOfInterest:)`.
  public func detect(
    _ videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) async throws -> Output {
    try await runner.videoResult(videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }
}
