// The calls for asynchronous code leave out the first label. Under the labels of the blocking calls the compiler would take them
// for every call inside an asynchronous function and demand `await` of code written for MediaPipe.
extension ImageClassifier {
  /// Makes a task without blocking a thread of Swift's concurrency. Tasks made in this way are made one after another.
  ///
  /// - Parameter options: The options; they are copied at once.
  /// - Throws: As `init(options:)`; `CancellationError` as soon as the calling Swift task is cancelled.
  nonisolated(nonsending) public convenience init(_ options: ImageClassifierOptions) async throws {
    self.init(parts: try await TaskCreation.run(options) { try Self.parts($0) })
  }

  /// Classifies a still image without blocking a thread of Swift's concurrency; running mode `.image`.
  ///
  /// The work is done on the task's own queue, in the order of the calls. An image whose turn has not come when the calling
  /// task is cancelled is not worked on.
  ///
  /// - Parameters:
  ///   - image: The image, upright or with its orientation.
  ///   - regionOfInterest: The part that counts, in fractions of the image as stored; nil, the default, for all of it.
  /// - Returns: For every head of the model the categories, best first.
  /// - Throws: As `classify(image:regionOfInterest:)`; `CancellationError` as soon as the calling task is cancelled.
  public func classify(_ image: MPImage, regionOfInterest: CGRect? = nil) async throws -> ImageClassifierResult {
    try await runner.imageResult(image, region: regionOfInterest)
  }

  /// Classifies the next frame of a video without blocking a thread of Swift's concurrency; running mode `.video`.
  ///
  /// The work is done on the task's own queue, in the order of the calls: await one frame's result before the next call.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the frame before.
  ///   - regionOfInterest: The part that counts, in fractions of the frame as stored; nil, the default, for all of it.
  /// - Returns: For every head of the model the categories, best first.
  /// - Throws: As `classify(videoFrame:timestampInMilliseconds:regionOfInterest:)`; `CancellationError` as soon as the calling
  ///   task is cancelled.
  public func classify(
    _ videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect? = nil
  ) async throws -> ImageClassifierResult {
    try await runner.videoResult(
      videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  /// Classifies the frames of an asynchronous sequence, each result beside its frame; running mode `.video` or `.image`.
  ///
  /// - Parameters:
  ///   - frames: The frames, in video mode with rising timestamps, for example `frames` of `VisionMedia`'s `VideoReader`.
  ///   - policy: Which frames are worked on: every one, or the newest each time.
  /// - Returns: The results, made as they are asked for. See `TaskResults` for errors and cancellation.
  public func results<Frames: AsyncSequence & Sendable>(
    for frames: Frames, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Frames, ImageClassifierResult> where Frames.Element: TimedFrame {
    TaskResults(frames, policy: policy, worker: runner)
  }

  /// Classifies the images of an asynchronous sequence, each result beside its image; running mode `.image`.
  ///
  /// - Parameters:
  ///   - images: Images that have nothing to do with each other.
  ///   - policy: Which of them are worked on: every one, or the newest each time.
  /// - Returns: The results, made as they are asked for. See `TaskResults` for errors and cancellation.
  public func results<Images: AsyncSequence & Sendable>(
    for images: Images, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Images, ImageClassifierResult> where Images.Element == MPImage {
    TaskResults(images: images, policy: policy, worker: runner)
  }
}
