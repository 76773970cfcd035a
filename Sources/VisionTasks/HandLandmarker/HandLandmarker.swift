import Foundation

/// Finds hands and their landmarks in images, videos and live streams.
///
/// ```swift
/// let options = HandLandmarkerOptions()
/// options.baseOptions.modelAssetPath = "hand_landmarker.task"
/// options.numHands = 2
/// let landmarker = try HandLandmarker(options: options)
/// let result = try landmarker.detect(image: image)
/// ```
///
/// May be used from any thread. Calls on one object are processed one at a time; objects are independent. After a call
/// that throws the task stays usable. The methods `detect(image:)` and `detect(videoFrame:…)` block the calling thread;
/// in asynchronous code `detect(_:)` and `init(_:)` do not.
public final class HandLandmarker: NSObject, Sendable {
  let runner: VisionTaskRunner<HandLandmarkerPipeline>
  let unheardResults: UnheardResults

  /// Makes a task for still images with default options.
  ///
  /// - Parameter modelPath: The path of a hand landmarker bundle (`.task`); nil is an error.
  /// - Throws: `TasksError` of `init(options:)`.
  public convenience init(modelPath: String?) throws {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// Makes a task. Later changes of `options` have no effect on it.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an option outside its range or a file that is no bundle,
  ///   `notFoundError` for a missing file, member or LiteRT library.
  public convenience init(options: HandLandmarkerOptions) throws { self.init(parts: try Self.parts(options)) }

  /// Opens the parts of the task.
  static func parts(_ options: HandLandmarkerOptions) throws -> TaskParts<HandLandmarker> {
    try TaskParts(
      options, delegate: options.handLandmarkerLiveStreamDelegate,
      method: "handLandmarker(_:didFinishDetection:timestampInMilliseconds:error:)"
    ) { (delegate: any HandLandmarkerLiveStreamDelegate, task, answer) in
      delegate.handLandmarker(
        task, didFinishDetection: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
    }
  }

  init(parts: TaskParts<HandLandmarker>) {
    runner = parts.runner
    unheardResults = parts.unheardResults
    super.init()
    parts.listener.task = self
  }

  /// Finds the hands in a still image. Blocks until done; running mode `.image`.
  ///
  /// - Returns: One element per hand in each of its arrays, best hand first; empty arrays when there is no hand.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detect(image: MPImage) throws -> HandLandmarkerResult {
    try runner.processImage(image)
  }

  /// Finds the hands in the next frame of a video. Blocks until done; running mode `.video`.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the previous frame.
  /// - Returns: One element per hand; a hand keeps its place while it is tracked.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode, for a timestamp that is not greater than
  ///   the last one, or for a mirrored image.
  public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> HandLandmarkerResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
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

  /// Finds the hands in the frames of an asynchronous sequence, each result with its frame; running mode `.video`
  /// or `.image`.
  ///
  /// - Parameters:
  ///   - frames: The frames, in video mode with increasing timestamps, for example `frames` of `VisionMedia`'s
  ///     `VideoReader` or `Camera`.
  ///   - policy: The frames to process: every frame, or the newest at each request.
  /// - Returns: The results, computed on demand. See `TaskResults` for errors and cancellation.
  public func results<Frames: AsyncSequence & Sendable>(
    for frames: Frames, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Frames, HandLandmarkerResult> where Frames.Element: TimedFrame {
    TaskResults(frames, policy: policy, worker: runner)
  }

  /// The number of dropped frames: frames of live streams and of sequences with the policy `.latest` that arrived while
  /// the task was busy, and results replaced by a newer one while the delegate was busy.
  public var droppedFrameCount: Int { runner.droppedFrameCount }

  /// The number of live-stream results that no delegate received: it was nil, released, or does not implement the
  /// method.
  public var unheardResultCount: Int { unheardResults.count }

  /// Discards the tracked hands and the last timestamp; the models stay loaded.
  public func reset() { runner.reset() }
}
