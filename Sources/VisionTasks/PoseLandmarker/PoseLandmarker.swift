import Foundation
import VisionResults

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
/// May be used from any thread. Calls on one object are processed one at a time; objects are independent. After a call
/// that throws the task stays usable. The methods `detect(image:)` and `detect(videoFrame:…)` block the calling thread;
/// in asynchronous code `detect(_:)` and `init(_:)` do not.
public final class PoseLandmarker: NSObject, Sendable {
  let runner: VisionTaskRunner<PosePipeline>
  let unheardResults: UnheardResults

  /// Makes a task for still images with default options.
  ///
  /// - Parameter modelPath: The path of a pose landmarker bundle (`.task`); nil is an error.
  /// - Throws: `TasksError` of `init(options:)`.
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

  /// Opens the parts of the task.
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
  /// - Returns: One element per person in each of its arrays, best first; empty arrays when there is no person.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detect(image: MPImage) throws -> PoseLandmarkerResult {
    try runner.processImage(image)
  }

  /// Finds the people in the next frame of a video. Blocks until done; running mode `.video`.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the previous frame.
  /// - Returns: One element per person. With `numPoses` 1 and smoothing on, the landmarks are smoothed over time.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode, for a timestamp that is not greater than
  ///   the last one, or for a mirrored image.
  public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> PoseLandmarkerResult {
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

  /// Finds the people in the frames of an asynchronous sequence, each result with its frame; running mode `.video`
  /// or `.image`.
  ///
  /// - Parameters:
  ///   - frames: The frames, in video mode with increasing timestamps, for example `frames` of `VisionMedia`'s
  ///     `VideoReader` or `Camera`.
  ///   - policy: The frames to process: every frame, or the newest at each request.
  /// - Returns: The results, computed on demand. See `TaskResults` for errors and cancellation.
  public func results<Frames: AsyncSequence & Sendable>(
    for frames: Frames, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Frames, PoseLandmarkerResult> where Frames.Element: TimedFrame {
    TaskResults(frames, policy: policy, worker: runner)
  }

  /// The number of dropped frames: frames of live streams and of sequences with the policy `.latest` that arrived while
  /// the task was busy, and results replaced by a newer one while the delegate was busy.
  public var droppedFrameCount: Int { runner.droppedFrameCount }

  /// The number of live-stream results that no delegate received: it was nil, released, or does not implement the
  /// method.
  public var unheardResultCount: Int { unheardResults.count }

  /// Discards the tracked people, the smoothing filters and the last timestamp; the models stay loaded.
  public func reset() { runner.reset() }
}

extension PoseLandmarker {
  /// The 35 connections between body landmarks.
  public static var poseLandmarks: [Connection] { LandmarkTopology.pose.connections }
}
