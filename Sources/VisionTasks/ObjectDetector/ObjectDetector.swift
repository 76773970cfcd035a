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
/// May be used from any thread; calls on one object are processed one after another, several objects are independent. A call
/// that throws leaves the task usable. The calls `detect(image:)` and `detect(videoFrame:…)` block the calling thread; in asynchronous
/// code `detect(_:)` and `init(_:)` do not.
public final class ObjectDetector: NSObject, Sendable {
  let runner: VisionTaskRunner<ObjectDetectorPipeline>
  let unheardResults: UnheardResults

  /// Makes a task for still images with default options.
  ///
  /// - Parameter modelPath: The path of a detector (`.tflite`) with metadata; nil counts as missing.
  /// - Throws: `TasksError`, as `init(options:)`.
  public convenience init(modelPath: String?) throws {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// Makes a task. Later changes of `options` have no effect on it.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an option outside its range, a file that is no detector or one
  ///   without metadata; `notFoundError` for a missing file, normalization, associated file or LiteRT library;
  ///   `unimplementedError` and `internalError` for a normalization that cannot be served.
  public convenience init(options: ObjectDetectorOptions) throws { self.init(parts: try Self.parts(options)) }

  /// What the task consists of.
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
  /// - Returns: The objects, best first, with boxes in pixels of the stored image; none is no error.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detect(image: MPImage) throws -> ObjectDetectorResult {
    try runner.processImage(image)
  }

  /// Finds the objects in the next frame of a video. Blocks until done; running mode `.video`.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the frame before.
  /// - Returns: The objects, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode, for a timestamp that does not rise or a mirrored
  ///   image.
  public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> ObjectDetectorResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Finds the objects in a frame of a video that is watched as it happens. Blocks until done; running mode `.video`.
  ///
  /// The frame gets the time of a clock that only moves forward, in milliseconds, and at least one more than the frame before;
  /// the result tells which. For frames of a file give their own timestamps.
  ///
  /// - Parameter videoFrame: The frame, upright or with its orientation.
  /// - Returns: The objects, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detect(videoFrame: MPImage) throws -> ObjectDetectorResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: nil)
  }

  /// Takes a frame of a live stream and returns at once; running mode `.liveStream`.
  ///
  /// The delegate gets the result. While a frame is worked on, the newest frame waits; those it replaces are dropped without
  /// an error and counted in `droppedFrameCount`. So are results that a newer one replaces while the delegate is busy. Frames
  /// that were taken keep the task until they are answered, even when its owner lets go of it.
  ///
  /// - Parameters:
  ///   - image: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the frame before, dropped ones included.
  /// - Throws: As `detect(videoFrame:timestampInMilliseconds:)`.
  public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  /// Takes a frame of a live stream with the time of a clock that only moves forward, as `detect(videoFrame:)` does, and
  /// returns at once; running mode `.liveStream`.
  ///
  /// - Parameter image: The frame, upright or with its orientation.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detectAsync(image: MPImage) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: nil, keeping: self)
  }

  /// Finds the objects in the frames of an asynchronous sequence, each result beside its frame; running mode `.video`
  /// or `.image`.
  ///
  /// - Parameters:
  ///   - frames: The frames, in video mode with rising timestamps, for example `frames` of `VisionMedia`'s `VideoReader` or `Camera`.
  ///   - policy: Which frames are worked on: every one, or the newest each time.
  /// - Returns: The results, made as they are asked for. See `TaskResults` for errors and cancellation.
  public func results<Frames: AsyncSequence & Sendable>(
    for frames: Frames, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Frames, ObjectDetectorResult> where Frames.Element: TimedFrame {
    TaskResults(frames, policy: policy, worker: runner)
  }

  /// The frames of live streams, and of sequences with the policy `.latest`, that were dropped because the task was busy, and results
  /// that a newer one replaced because the delegate was.
  public var droppedFrameCount: Int { runner.droppedFrameCount }

  /// The results of live streams that no delegate took: there was none, it is gone, or it lacks the method.
  public var unheardResultCount: Int { unheardResults.count }

  /// Forgets the last timestamp, as if the task were new; the model stays loaded.
  public func reset() { runner.reset() }
}
