// The asynchronous methods omit the first label. With the labels of the blocking methods the compiler would select them
// for every call in an asynchronous function, and code written for MediaPipe would need `await`.
extension ObjectDetector {
  /// Makes a task without blocking a thread of Swift concurrency.
  ///
  /// ```swift
  /// let detector = try await ObjectDetector(options)
  /// let result = try await detector.detect(image)
  /// ```
  ///
  /// Tasks are made one at a time.
  ///
  /// - Parameter options: The options, copied by the call.
  /// - Throws: As `init(options:)`; `CancellationError` as soon as the calling Swift task is cancelled.
  nonisolated(nonsending) public convenience init(_ options: ObjectDetectorOptions) async throws {
    self.init(parts: try await TaskCreation.run(options) { try Self.parts($0) })
  }

  /// Finds the objects in a still image without blocking a thread of Swift concurrency; running mode `.image`.
  ///
  /// Images are processed on the task's own queue, in the order of the calls. An image that still waits when the
  /// calling task is cancelled is not processed.
  ///
  /// - Parameter image: The image, upright or with its orientation.
  /// - Returns: The objects, best first, with boxes in pixels of the stored image; empty when there is none.
  /// - Throws: As `detect(image:)`; `CancellationError` as soon as the calling task is cancelled.
  public func detect(_ image: MPImage) async throws -> ObjectDetectorResult {
    try await runner.imageResult(image)
  }

  /// Finds the objects in the next frame of a video without blocking a thread of Swift concurrency; running mode
  /// `.video`.
  ///
  /// Frames are processed on the task's own queue, in the order of the calls: await one frame's result before the next
  /// call.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the previous frame.
  /// - Returns: The objects, best first.
  /// - Throws: As `detect(videoFrame:timestampInMilliseconds:)`; `CancellationError` as soon as the calling task is
  ///   cancelled.
  public func detect(
    _ videoFrame: MPImage, timestampInMilliseconds: Int
  ) async throws -> ObjectDetectorResult {
    try await runner.videoResult(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Finds the objects in the images of an asynchronous sequence, each result with its image; running mode `.image`.
  ///
  /// - Parameters:
  ///   - images: Independent images.
  ///   - policy: The images to process: every image, or the newest at each request.
  /// - Returns: The results, computed on demand; an element's `frame` is the image. See `TaskResults` for errors and
  ///   cancellation.
  public func results<Images: AsyncSequence & Sendable>(
    for images: Images, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Images, ObjectDetectorResult> where Images.Element == MPImage {
    TaskResults(images: images, policy: policy, worker: runner)
  }
}
