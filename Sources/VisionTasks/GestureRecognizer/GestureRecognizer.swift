import Foundation

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
/// May be used from any thread; calls on one object are processed one after another, several objects are independent. A call
/// that throws leaves the task usable. The calls `recognize(image:)` and `recognize(videoFrame:…)` block the calling thread; in asynchronous
/// code `recognize(_:)` and `init(_:)` do not.
public final class GestureRecognizer: NSObject, Sendable {
  let runner: VisionTaskRunner<GestureRecognizerPipeline>
  let unheardResults: UnheardResults

  /// Makes a task for still images with default options.
  ///
  /// - Parameter modelPath: The path of a gesture recognizer bundle (`.task`); nil counts as missing.
  /// - Throws: `TasksError`, as `init(options:)`.
  public convenience init(modelPath: String?) throws {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// Makes a task. Later changes of `options` have no effect on it.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an option outside its range or a file that is no bundle,
  ///   `notFoundError` for a missing file, member or LiteRT library.
  public convenience init(options: GestureRecognizerOptions) throws { self.init(parts: try Self.parts(options)) }

  /// What the task consists of.
  static func parts(_ options: GestureRecognizerOptions) throws -> TaskParts<GestureRecognizer> {
    try TaskParts(
      options, delegate: options.gestureRecognizerLiveStreamDelegate,
      method: "gestureRecognizer(_:didFinishRecognition:timestampInMilliseconds:error:)"
    ) { (delegate: any GestureRecognizerLiveStreamDelegate, task, answer) in
      delegate.gestureRecognizer(
        task, didFinishGestureRecognition: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error
      )
    }
  }

  init(parts: TaskParts<GestureRecognizer>) {
    runner = parts.runner
    unheardResults = parts.unheardResults
    super.init()
    parts.listener.task = self
  }

  /// Recognizes the gestures in a still image. Blocks until done; running mode `.image`.
  ///
  /// - Returns: One element a hand in each of its arrays, best hand first; empty arrays without a hand.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func recognize(image: MPImage) throws -> GestureRecognizerResult {
    try runner.processImage(image)
  }

  /// Recognizes the gestures in the next frame of a video. Blocks until done; running mode `.video`.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the frame before.
  /// - Returns: One element a hand; a hand keeps its place while it is tracked.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode, for a timestamp that does not rise or a mirrored
  ///   image.
  public func recognize(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> GestureRecognizerResult {
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
  /// - Throws: As `recognize(videoFrame:timestampInMilliseconds:)`.
  public func recognizeAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  /// Recognizes the gestures in the frames of an asynchronous sequence, each result beside its frame; running mode `.video`
  /// or `.image`.
  ///
  /// - Parameters:
  ///   - frames: The frames, in video mode with rising timestamps, for example `frames` of `VisionMedia`'s `VideoReader` or `Camera`.
  ///   - policy: Which frames are worked on: every one, or the newest each time.
  /// - Returns: The results, made as they are asked for. See `TaskResults` for errors and cancellation.
  public func results<Frames: AsyncSequence & Sendable>(
    for frames: Frames, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Frames, GestureRecognizerResult> where Frames.Element: TimedFrame {
    TaskResults(frames, policy: policy, worker: runner)
  }

  /// The frames of live streams, and of sequences with the policy `.latest`, that were dropped because the task was busy, and results
  /// that a newer one replaced because the delegate was.
  public var droppedFrameCount: Int { runner.droppedFrameCount }

  /// The results of live streams that no delegate took: there was none, it is gone, or it lacks the method.
  public var unheardResultCount: Int { unheardResults.count }

  /// Forgets the hands of the frames before and the last timestamp, as if the task were new; the models stay loaded.
  public func reset() { runner.reset() }
}
