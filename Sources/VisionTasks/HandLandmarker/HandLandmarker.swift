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
/// `detect(image:)` and `detect(videoFrame:…)` block the calling thread; in asynchronous code `detect(_:)` and `init(_:)` do
/// not. ``VisionTask`` has what all tasks have in common: sequences of frames by `results(for:policy:)`, the rules of
/// threads and delegates, counts of dropped frames, and `reset()`.
public final class HandLandmarker: VisionTask<HandLandmarkerResult>, @unchecked Sendable {
  /// Makes a task for still images with default options and a hand landmarker bundle (`.task`); a nil path is an error.
  public convenience init(modelPath: String?) throws {
    try self.init(options: HandLandmarkerOptions(modelPath: modelPath))
  }

  /// Makes a task. Later changes of `options` have no effect on it.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an option outside its range or a file that is no bundle,
  ///   `notFoundError` for a missing file, member or LiteRT library.
  public convenience init(options: HandLandmarkerOptions) throws { self.init(try Self.open(options)) }

  /// Makes a task without blocking a thread of Swift concurrency. Tasks are made one at a time.
  ///
  /// - Throws: As `init(options:)`; `CancellationError` as soon as the calling Swift task is cancelled.
  nonisolated(nonsending) public convenience init(_ options: HandLandmarkerOptions) async throws {
    self.init(try await Self.open(options))
  }

  /// Finds the hands in a still image. Blocks until done; running mode `.image`.
  ///
  /// - Returns: One element per hand in each of its arrays, best hand first; empty arrays when there is no hand.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detect(image: MPImage) throws -> HandLandmarkerResult { try runner.processImage(image) }

  /// Finds the hands in the next frame of a video, with a timestamp greater than the last one. Blocks until
  /// done; running mode `.video`.
  ///
  /// - Returns: One element per hand; a hand keeps its place while it is tracked.
  /// - Throws: As `detect(image:)`, and for a timestamp that is not greater.
  public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> HandLandmarkerResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Queues a frame of a live stream and returns at once; running mode `.liveStream`. The delegate receives the result.
  ///
  /// - Throws: As `detect(videoFrame:timestampInMilliseconds:)`; dropped frames count as previous ones.
  public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  // The asynchronous methods omit the first label. With the labels of the blocking methods the compiler would select them
  // for every call in an asynchronous function, and code written for MediaPipe would need `await`.

  /// Finds the hands in a still image without blocking a thread of Swift concurrency; running mode `.image`.
  ///
  /// - Returns: As `detect(image:)`.
  /// - Throws: As `detect(image:)`; `CancellationError` as soon as the calling task is cancelled.
  public func detect(_ image: MPImage) async throws -> HandLandmarkerResult { try await runner.imageResult(image) }

  /// Finds the hands in the next frame of a video without blocking a thread of Swift concurrency; running mode `.video`.
  ///
  /// - Returns: As `detect(videoFrame:timestampInMilliseconds:)`.
  /// - Throws: As `detect(videoFrame:timestampInMilliseconds:)`; `CancellationError` as soon as the calling task is
  ///   cancelled.
  public func detect(_ videoFrame: MPImage, timestampInMilliseconds: Int) async throws -> HandLandmarkerResult {
    try await runner.videoResult(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  override func deliver(_ answer: LiveStreamAnswer<HandLandmarkerResult>, to delegate: AnyObject) {
    (delegate as? any HandLandmarkerLiveStreamDelegate)?.handLandmarker(
      self, didFinishDetection: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
  }
}

/// Receives the results of a `HandLandmarker` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. ``VisionTask``
/// says how classes with state and classes on the main actor conform.
public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - handLandmarker: The task that processed the frame.
  ///   - result: The result, with empty arrays when there is no hand; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension HandLandmarkerLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    handLandmarker.countUnheardResult(of: self)
  }
}

extension HandLandmarker: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "hand", title: "Hands", abstract: "Find hand landmarks.", models: ["hand_landmarker"],
    swift: TaskDescriptor.SwiftNames(type: "HandLandmarker", value: "landmarker", verb: "detect"))

  package static func makePipeline(
    _ options: HandLandmarkerOptions, recorder: StageRecorder?
  ) throws -> any VisionPipeline<HandLandmarkerResult> {
    try HandLandmarkerPipeline(options: options, recorder: recorder)
  }
}
