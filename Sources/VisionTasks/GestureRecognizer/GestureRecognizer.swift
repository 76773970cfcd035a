/// Recognizes hand gestures in images, videos and live streams.
///
/// ```swift
/// let options = GestureRecognizerOptions()
/// options.baseOptions.modelAssetPath = "gesture_recognizer.task"
/// options.numHands = 2
/// let recognizer = try GestureRecognizer(options: options)
/// let result = try recognizer.recognize(image: image)
/// ```
///
/// `recognize(image:)` and `recognize(videoFrame:…)` block the calling thread; in asynchronous code `recognize(_:)` and
/// `init(_:)` do not. ``VisionTask`` has what all tasks have in common: sequences of frames by `results(for:policy:)`,
/// the rules of threads and delegates, counts of dropped frames, and `reset()`.
public final class GestureRecognizer: ConfiguredTask<GestureRecognizerOptions, GestureRecognizerResult>,
  @unchecked Sendable
{
  /// Makes a task for still images with default options and a gesture recognizer bundle (`.task`); a nil path is an
  /// error.
  public convenience init(modelPath: String?) throws { try self.init(options: Options(modelPath: modelPath)) }

  override class func open(_ options: GestureRecognizerOptions) throws -> Parts { try makeParts(options) }

  /// Recognizes the gestures in a still image. Blocks until done; running mode `.image`.
  ///
  /// - Returns: One element per hand in each of its arrays, best hand first; empty arrays when there is no hand.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func recognize(image: MPImage) throws -> GestureRecognizerResult { try runner.processImage(image) }

  /// Recognizes the gestures in a region of a still image; see `recognize(image:)`.
  ///
  /// The region is in fractions of the stored image, as documented with `BaseOptions.regionOfInterest`.
  ///
  /// - Returns: As `recognize(image:)`.
  /// - Throws: As `recognize(image:)`, and for a region that is empty or not inside the image.
  public func recognize(image: MPImage, regionOfInterest: CGRect) throws -> GestureRecognizerResult {
    try runner.processImage(image, region: regionOfInterest)
  }

  /// Recognizes the gestures in the next frame of a video, with a timestamp greater than the last one. Blocks until
  /// done; running mode `.video`.
  ///
  /// - Returns: One element per hand; a hand keeps its place while it is tracked.
  /// - Throws: As `recognize(image:)`, and for a timestamp that is not greater.
  public func recognize(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> GestureRecognizerResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Recognizes the gestures in a region of the next frame of a video; see `recognize(image:regionOfInterest:)`.
  public func recognize(
    videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) throws -> GestureRecognizerResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  /// Queues a frame of a live stream and returns at once; running mode `.liveStream`. The delegate receives the result.
  ///
  /// - Throws: As `recognize(videoFrame:timestampInMilliseconds:)`; dropped frames count as previous ones.
  public func recognizeAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  /// Queues a frame of a live stream, to recognize gestures in a region of it; see
  /// `recognize(image:regionOfInterest:)`.
  public func recognizeAsync(image: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect) throws {
    try runner.processLiveStreamFrame(
      image, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest, keeping: self)
  }

  // The asynchronous methods omit the first label, as those of `DetectionTask` do.

  /// Recognizes the gestures in a still image without blocking a thread of Swift concurrency; running mode `.image`.
  ///
  /// - Returns: As `recognize(image:)`.
  /// - Throws: As `recognize(image:)`; `CancellationError` as soon as the calling task is cancelled.
  public func recognize(_ image: MPImage) async throws -> GestureRecognizerResult {
    try await runner.imageResult(image)
  }

  /// Recognizes the gestures in a region of a still image without blocking a thread of Swift concurrency.
  public func recognize(_ image: MPImage, regionOfInterest: CGRect) async throws -> GestureRecognizerResult {
    try await runner.imageResult(image, region: regionOfInterest)
  }

  /// Recognizes the gestures in the next frame of a video without blocking a thread of Swift concurrency; running mode
  /// `.video`.
  ///
  /// - Returns: As `recognize(videoFrame:timestampInMilliseconds:)`.
  /// - Throws: As `recognize(videoFrame:timestampInMilliseconds:)`; `CancellationError` as soon as the calling task is
  ///   cancelled.
  public func recognize(_ videoFrame: MPImage, timestampInMilliseconds: Int) async throws -> GestureRecognizerResult {
    try await runner.videoResult(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Recognizes the gestures in a region of a video's next frame without blocking a thread of Swift concurrency.
  public func recognize(
    _ videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) async throws -> GestureRecognizerResult {
    try await runner.videoResult(videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  override func deliver(_ answer: LiveStreamAnswer<GestureRecognizerResult>, to delegate: AnyObject) {
    (delegate as? any GestureRecognizerLiveStreamDelegate)?.gestureRecognizer(
      self, didFinishGestureRecognition: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
  }
}

/// Receives the results of a `GestureRecognizer` in `.liveStream` mode.
///
/// MediaPipe's header and its guides use different labels for the method. Implement either one; the task makes exactly
/// one call per processed frame.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. ``VisionTask``
/// says how classes with state and classes on the main actor conform.
public protocol GestureRecognizerLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame; the label of MediaPipe's header.
  ///
  /// - Parameters:
  ///   - gestureRecognizer: The task that processed the frame.
  ///   - result: The result, with empty arrays when there is no hand; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?)

  /// Receives the result of one frame, as the other method does; the label of MediaPipe's guides.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?)
}

extension GestureRecognizerLiveStreamDelegate {
  /// Calls the method with the guides' label. The task calls the header's label only, so either one is enough.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    self.gestureRecognizer(
      gestureRecognizer, didFinishRecognition: result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }

  /// Warns once per task on standard error, since a method with another label is never called.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    gestureRecognizer.countUnheardResult(of: self)
  }
}

extension GestureRecognizer: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "gesture", title: "Gestures", abstract: "Recognize hand gestures and find hand landmarks.",
    models: ["gesture_recognizer"],
    swift: TaskDescriptor.SwiftNames(
      type: "GestureRecognizer", value: "recognizer", verb: "recognize", resultLabel: "didFinishRecognition"))

  package typealias Pipeline = GestureRecognizerPipeline
}
