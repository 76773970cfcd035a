// The calls for asynchronous code leave out the first label. Under the labels of the blocking calls the compiler would take them
// for every call inside an asynchronous function and demand `await` of code written for MediaPipe.
extension GestureRecognizer {
  /// Makes a task without blocking a thread of Swift's concurrency.
  ///
  /// ```swift
  /// let recognizer = try await GestureRecognizer(options)
  /// let result = try await recognizer.recognize(image)
  /// ```
  ///
  /// Tasks made in this way are made one after another.
  ///
  /// - Parameter options: The options; they are copied at once.
  /// - Throws: As `init(options:)`; `CancellationError` as soon as the calling Swift task is cancelled.
  nonisolated(nonsending) public convenience init(_ options: GestureRecognizerOptions) async throws {
    self.init(parts: try await TaskCreation.run(options) { try Self.parts($0) })
  }

  /// Recognizes the gestures in a still image without blocking a thread of Swift's concurrency; running mode `.image`.
  ///
  /// The work is done on the task's own queue, in the order of the calls. An image whose turn has not come when the calling
  /// task is cancelled is not worked on.
  ///
  /// - Parameter image: The image, upright or with its orientation.
  /// - Returns: One element a hand in each of its arrays, best hand first; empty arrays without a hand.
  /// - Throws: As `recognize(image:)`; `CancellationError` as soon as the calling task is cancelled.
  public func recognize(_ image: MPImage) async throws -> GestureRecognizerResult {
    try await runner.imageResult(image)
  }

  /// Recognizes the gestures in the next frame of a video without blocking a thread of Swift's concurrency; running mode `.video`.
  ///
  /// The work is done on the task's own queue, in the order of the calls: await one frame's result before the next call.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the frame before.
  /// - Returns: One element a hand; a hand keeps its place while it is tracked.
  /// - Throws: As `recognize(videoFrame:timestampInMilliseconds:)`; `CancellationError` as soon as the calling task is
  ///   cancelled.
  public func recognize(
    _ videoFrame: MPImage, timestampInMilliseconds: Int
  ) async throws -> GestureRecognizerResult {
    try await runner.videoResult(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Recognizes the gestures in the images of an asynchronous sequence, each result beside its image; running mode `.image`.
  ///
  /// - Parameters:
  ///   - images: Images that have nothing to do with each other.
  ///   - policy: Which of them are worked on: every one, or the newest each time.
  /// - Returns: The results, made as they are asked for; an element's `frame` is the image. See `TaskResults` for errors and
  ///   cancellation.
  public func results<Images: AsyncSequence & Sendable>(
    for images: Images, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Images, GestureRecognizerResult> where Images.Element == MPImage {
    TaskResults(images: images, policy: policy, worker: runner)
  }
}
