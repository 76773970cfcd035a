// The asynchronous methods omit the first label. With the labels of the blocking methods the compiler would select them
// for every call in an asynchronous function, and code written for MediaPipe would need `await`.
extension ImageClassifier {
  /// Makes a task without blocking a thread of Swift concurrency. Tasks are made one at a time.
  ///
  /// - Parameter options: The options, copied by the call.
  /// - Throws: As `init(options:)`; `CancellationError` as soon as the calling Swift task is cancelled.
  nonisolated(nonsending) public convenience init(_ options: ImageClassifierOptions) async throws {
    self.init(parts: try await TaskCreation.run(options) { try Self.parts($0) })
  }

  /// Classifies a still image without blocking a thread of Swift concurrency; running mode `.image`.
  ///
  /// Images are processed on the task's own queue, in the order of the calls. An image that still waits when the
  /// calling task is cancelled is not processed.
  ///
  /// - Parameters:
  ///   - image: The image, upright or with its orientation.
  ///   - regionOfInterest: The region in fractions of the stored image; nil, the default, for the whole image.
  /// - Returns: The categories of each head of the model, best first.
  /// - Throws: As `classify(image:regionOfInterest:)`; `CancellationError` as soon as the calling task is cancelled.
  public func classify(_ image: MPImage, regionOfInterest: CGRect? = nil) async throws -> ImageClassifierResult {
    try await runner.imageResult(image, region: regionOfInterest)
  }

  /// Classifies the next frame of a video without blocking a thread of Swift concurrency; running mode `.video`.
  ///
  /// Frames are processed on the task's own queue, in the order of the calls: await one frame's result before the next
  /// call.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the previous frame.
  ///   - regionOfInterest: The region in fractions of the stored frame; nil, the default, for the whole frame.
  /// - Returns: The categories of each head of the model, best first.
  /// - Throws: As `classify(videoFrame:timestampInMilliseconds:regionOfInterest:)`; `CancellationError` as soon as the
  ///   calling task is cancelled.
  public func classify(
    _ videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect? = nil
  ) async throws -> ImageClassifierResult {
    try await runner.videoResult(
      videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  /// Classifies the frames of an asynchronous sequence, each result with its frame; running mode `.video` or `.image`.
  ///
  /// - Parameters:
  ///   - frames: The frames, in video mode with increasing timestamps, for example `frames` of `VisionMedia`'s
  ///     `VideoReader`.
  ///   - policy: The frames to process: every frame, or the newest at each request.
  /// - Returns: The results, computed on demand. See `TaskResults` for errors and cancellation.
  public func results<Frames: AsyncSequence & Sendable>(
    for frames: Frames, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Frames, ImageClassifierResult> where Frames.Element: TimedFrame {
    TaskResults(frames, policy: policy, worker: runner)
  }

  /// Classifies the images of an asynchronous sequence, each result with its image; running mode `.image`.
  ///
  /// - Parameters:
  ///   - images: Independent images.
  ///   - policy: The images to process: every image, or the newest at each request.
  /// - Returns: The results, computed on demand. See `TaskResults` for errors and cancellation.
  public func results<Images: AsyncSequence & Sendable>(
    for images: Images, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Images, ImageClassifierResult> where Images.Element == MPImage {
    TaskResults(images: images, policy: policy, worker: runner)
  }
}
