import Foundation

/// Finds objects of known classes in images, videos and live streams.
///
/// ```swift
/// let options = ObjectDetectorOptions()
/// options.baseOptions.modelAssetPath = "efficientdet_lite0_int8.tflite"
/// options.scoreThreshold = 0.3
/// let detector = try ObjectDetector(options: options)
/// let result = try detector.detect(image: image)
/// ```
///
/// May be used from any thread. Calls on one object are processed one at a time; objects are independent. After a call
/// that throws the task stays usable. The methods `detect(image:)` and `detect(videoFrame:…)` block the calling thread;
/// in asynchronous code `detect(_:)` and `init(_:)` do not.
public final class ObjectDetector: NSObject, Sendable {
  let runner: VisionTaskRunner<ObjectDetectorPipeline>
  let unheardResults: UnheardResults

  /// Makes a task for still images with default options.
  ///
  /// - Parameter modelPath: The path of an object detector (`.tflite`) with metadata; nil is an error.
  /// - Throws: `TasksError` of `init(options:)`.
  public convenience init(modelPath: String?) throws {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// Makes a task. Later changes of `options` have no effect on it.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an option outside its range, a file that is no detector, or
  ///   a model without metadata; `notFoundError` for a missing file, normalization, associated file or LiteRT library;
  ///   `unimplementedError` and `internalError` for an unsupported normalization.
  public convenience init(options: ObjectDetectorOptions) throws { self.init(parts: try Self.parts(options)) }

  /// Opens the parts of the task.
  static func parts(_ options: ObjectDetectorOptions) throws -> TaskParts<ObjectDetector> {
    try TaskParts(
      options, delegate: options.objectDetectorLiveStreamDelegate,
      method: "objectDetector(_:didFinishDetection:timestampInMilliseconds:error:)"
    ) { (delegate: any ObjectDetectorLiveStreamDelegate, task, answer) in
      delegate.objectDetector(
        task, didFinishDetection: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
    }
  }

  init(parts: TaskParts<ObjectDetector>) {
    runner = parts.runner
    unheardResults = parts.unheardResults
    super.init()
    parts.listener.task = self
  }

  /// Finds the objects in a still image. Blocks until done; running mode `.image`.
  ///
  /// - Returns: The objects, best first, with boxes in pixels of the stored image; empty when there is none.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detect(image: MPImage) throws -> ObjectDetectorResult {
    try runner.processImage(image)
  }

  /// Finds the objects in the next frame of a video. Blocks until done; running mode `.video`.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the previous frame.
  /// - Returns: The objects, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode, for a timestamp that is not greater than
  ///   the last one, or for a mirrored image.
  public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> ObjectDetectorResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Finds the objects in a frame of a live video. Blocks until done; running mode `.video`.
  ///
  /// The timestamp is the time of a monotonic clock in milliseconds, at least 1 more than the previous frame's; the
  /// result contains it. Frames of a file need their own timestamps.
  ///
  /// - Parameter videoFrame: The frame, upright or with its orientation.
  /// - Returns: The objects, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detect(videoFrame: MPImage) throws -> ObjectDetectorResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: nil)
  }

  /// Queues a frame of a live stream and returns at once; running mode `.liveStream`.
  ///
  /// The delegate receives the result. While a frame is being processed the newest frame waits; frames that it replaces
  /// are dropped without an error and counted in `droppedFrameCount`. So are results replaced by a newer one while the
  /// delegate is busy. Queued frames retain the task until they are answered.
  ///
  /// - Parameters:
  ///   - image: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the previous frame, dropped frames included.
  /// - Throws: As `detect(videoFrame:timestampInMilliseconds:)`.
  public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  /// Queues a frame of a live stream with the time of a monotonic clock, as `detect(videoFrame:)`, and returns at once;
  /// running mode `.liveStream`.
  ///
  /// - Parameter image: The frame, upright or with its orientation.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detectAsync(image: MPImage) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: nil, keeping: self)
  }

  /// Finds the objects in the frames of an asynchronous sequence, each result with its frame; running mode `.video`
  /// or `.image`.
  ///
  /// - Parameters:
  ///   - frames: The frames, in video mode with increasing timestamps, for example `frames` of `VisionMedia`'s
  ///     `VideoReader` or `Camera`.
  ///   - policy: The frames to process: every frame, or the newest at each request.
  /// - Returns: The results, computed on demand. See `TaskResults` for errors and cancellation.
  public func results<Frames: AsyncSequence & Sendable>(
    for frames: Frames, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Frames, ObjectDetectorResult> where Frames.Element: TimedFrame {
    TaskResults(frames, policy: policy, worker: runner)
  }

  /// The number of dropped frames: frames of live streams and of sequences with the policy `.latest` that arrived while
  /// the task was busy, and results replaced by a newer one while the delegate was busy.
  public var droppedFrameCount: Int { runner.droppedFrameCount }

  /// The number of live-stream results that no delegate received: it was nil, released, or does not implement the
  /// method.
  public var unheardResultCount: Int { unheardResults.count }

  /// Discards the last timestamp; the model stays loaded.
  public func reset() { runner.reset() }
}
