// The calls for asynchronous code leave out the first label. Under the labels of the blocking calls the compiler would take them
// for every call inside an asynchronous function and demand `await` of code written for MediaPipe.
extension ObjectDetector {
  /// Makes a task without blocking a thread of Swift's concurrency.
  ///
  /// ```swift
  /// let detector = try await ObjectDetector(options)
  /// let result = try await detector.detect(image)
  /// ```
  ///
  /// Tasks made in this way are made one after another.
  ///
  /// - Parameter options: The options; they are copied at once.
  /// - Throws: As `init(options:)`; `CancellationError` as soon as the calling Swift task is cancelled.
  nonisolated(nonsending) public convenience init(_ options: ObjectDetectorOptions) async throws {
    self.init(parts: try await TaskCreation.run(options) { try Self.parts($0) })
  }

  /// Finds the objects in a still image without blocking a thread of Swift's concurrency; running mode `.image`.
  ///
  /// The work is done on the task's own queue, in the order of the calls. An image whose turn has not come when the calling
  /// task is cancelled is not worked on.
  ///
  /// - Parameter image: The image, upright or with its orientation.
  /// - Returns: The objects, best first, with boxes in pixels of the stored image; none is no error.
  /// - Throws: As `detect(image:)`; `CancellationError` as soon as the calling task is cancelled.
  public func detect(_ image: MPImage) async throws -> ObjectDetectorResult {
    try await runner.imageResult(image)
  }

  /// Finds the objects in the next frame of a video without blocking a thread of Swift's concurrency; running mode `.video`.
  ///
  /// The work is done on the task's own queue, in the order of the calls: await one frame's result before the next call.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the frame before.
  /// - Returns: The objects, best first.
  /// - Throws: As `detect(videoFrame:timestampInMilliseconds:)`; `CancellationError` as soon as the calling task is
  ///   cancelled.
  public func detect(
    _ videoFrame: MPImage, timestampInMilliseconds: Int
  ) async throws -> ObjectDetectorResult {
    try await runner.videoResult(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Finds the objects in the images of an asynchronous sequence, each result beside its image; running mode `.image`.
  ///
  /// - Parameters:
  ///   - images: Images that have nothing to do with each other.
  ///   - policy: Which of them are worked on: every one, or the newest each time.
  /// - Returns: The results, made as they are asked for; an element's `frame` is the image. See `TaskResults` for errors and
  ///   cancellation.
  public func results<Images: AsyncSequence & Sendable>(
    for images: Images, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Images, ObjectDetectorResult> where Images.Element == MPImage {
    TaskResults(images: images, policy: policy, worker: runner)
  }
}
