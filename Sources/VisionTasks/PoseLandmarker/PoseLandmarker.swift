import Foundation

/// Finds people and their body landmarks in images, videos and live streams.
///
/// ```swift
/// let options = PoseLandmarkerOptions()
/// options.baseOptions.modelAssetPath = "pose_landmarker_lite.task"
/// options.numPoses = 2
/// let landmarker = try PoseLandmarker(options: options)
/// let result = try landmarker.detect(image: image)
/// ```
///
/// May be used from any thread; calls on one object are processed one after another, several objects are independent. A call
/// that throws leaves the task usable. The calls `detect(image:)` and `detect(videoFrame:…)` block the calling thread; in asynchronous
/// code `detect(_:)` and `init(_:)` do not.
public final class PoseLandmarker: NSObject, Sendable {
  let runner: VisionTaskRunner<PosePipeline>
  let unheardResults: UnheardResults

  /// Makes a task for still images with default options.
  ///
  /// - Parameter modelPath: The path of a pose landmarker bundle (`.task`); nil counts as missing.
  /// - Throws: `TasksError`, as `init(options:)`.
  public convenience init(modelPath: String?) throws {
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// Makes a task. Later changes of `options` have no effect on it.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an option outside its range or a file that is no bundle,
  ///   `notFoundError` for a missing file, member or LiteRT library.
  public convenience init(options: PoseLandmarkerOptions) throws { self.init(parts: try Self.parts(options)) }

  /// What the task consists of.
  static func parts(_ options: PoseLandmarkerOptions) throws -> TaskParts<PoseLandmarker> {
    try TaskParts(
      options, delegate: options.poseLandmarkerLiveStreamDelegate,
      method: "poseLandmarker(_:didFinishDetection:timestampInMilliseconds:error:)"
    ) { (delegate: any PoseLandmarkerLiveStreamDelegate, task, answer) in
      delegate.poseLandmarker(
        task, didFinishDetection: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
    }
  }

  init(parts: TaskParts<PoseLandmarker>) {
    runner = parts.runner
    unheardResults = parts.unheardResults
    super.init()
    parts.listener.task = self
  }

  /// Finds the people in a still image. Blocks until done; running mode `.image`.
  ///
  /// - Returns: One element a person in each of its arrays, best first; empty arrays without anybody.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detect(image: MPImage) throws -> PoseLandmarkerResult {
    try runner.processImage(image)
  }

  /// Finds the people in the next frame of a video. Blocks until done; running mode `.video`.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the frame before.
  /// - Returns: One element a person. With one pose asked for and smoothing on, its landmarks are smoothed over time.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode, for a timestamp that does not rise or a mirrored
  ///   image.
  public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> PoseLandmarkerResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
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

  /// Finds the people in the frames of an asynchronous sequence, each result beside its frame; running mode `.video`
  /// or `.image`.
  ///
  /// - Parameters:
  ///   - frames: The frames, in video mode with rising timestamps, for example `frames` of `VisionMedia`'s `VideoReader` or `Camera`.
  ///   - policy: Which frames are worked on: every one, or the newest each time.
  /// - Returns: The results, made as they are asked for. See `TaskResults` for errors and cancellation.
  public func results<Frames: AsyncSequence & Sendable>(
    for frames: Frames, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Frames, PoseLandmarkerResult> where Frames.Element: TimedFrame {
    TaskResults(frames, policy: policy, worker: runner)
  }

  /// The frames of live streams, and of sequences with the policy `.latest`, that were dropped because the task was busy, and results
  /// that a newer one replaced because the delegate was.
  public var droppedFrameCount: Int { runner.droppedFrameCount }

  /// The results of live streams that no delegate took: there was none, it is gone, or it lacks the method.
  public var unheardResultCount: Int { unheardResults.count }

  /// Forgets the people of the frames before, the smoothing and the last timestamp, as if the task were new; the models stay loaded.
  public func reset() { runner.reset() }
}
