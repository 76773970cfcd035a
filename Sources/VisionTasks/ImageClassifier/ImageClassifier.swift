import Foundation

/// Classifies images, and the frames of videos and live streams.
///
/// ```swift
/// let options = ImageClassifierOptions()
/// options.baseOptions.modelAssetPath = "efficientnet_lite0_float32.tflite"
/// options.maxResults = 3
/// let classifier = try ImageClassifier(options: options)
/// let result = try classifier.classify(image: image)
/// ```
///
/// May be used from any thread. Calls on one object are processed one at a time; objects are independent. After a call
/// that throws the task stays usable. The methods `classify(image:)` and `classify(videoFrame:…)` block the calling
/// thread; in asynchronous code `classify(_:)` and `init(_:)` do not.
public final class ImageClassifier: NSObject, Sendable {
  let runner: VisionTaskRunner<ImageClassifierPipeline>
  let unheardResults: UnheardResults

  /// Makes a task for still images with default options.
  ///
  /// - Parameter modelPath: The path of a classifier (`.tflite`); nil is an error.
  /// - Throws: `TasksError` of `init(options:)`.
  public convenience init(modelPath: String?) throws {
    let options = ImageClassifierOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// Makes a task. Later changes of `options` have no effect on it.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an option outside its range or a file that is no
  ///   classifier; `notFoundError` for a missing file, normalization, associated file or LiteRT library.
  public convenience init(options: ImageClassifierOptions) throws { self.init(parts: try Self.parts(options)) }

  /// Opens the parts of the task.
  static func parts(_ options: ImageClassifierOptions) throws -> TaskParts<ImageClassifier> {
    try TaskParts(
      options, delegate: options.imageClassifierLiveStreamDelegate,
      method: "imageClassifier(_:didFinishClassification:timestampInMilliseconds:error:)"
    ) { (delegate: any ImageClassifierLiveStreamDelegate, task, answer) in
      delegate.imageClassifier(
        task, didFinishClassification: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
    }
  }

  init(parts: TaskParts<ImageClassifier>) {
    runner = parts.runner
    unheardResults = parts.unheardResults
    super.init()
    parts.listener.task = self
  }

  /// Classifies a still image. Blocks until done; running mode `.image`.
  ///
  /// - Returns: The categories of each head of the model, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func classify(image: MPImage) throws -> ImageClassifierResult { try runner.processImage(image) }

  /// Classifies a region of a still image. Blocks until done; running mode `.image`.
  ///
  /// - Parameters:
  ///   - image: The image, upright or with its orientation.
  ///   - regionOfInterest: The region in fractions of the stored image's width and height, relative to its top left
  ///     corner.
  /// - Returns: The categories of each head of the model, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode, for a mirrored image, and for a region that is
  ///   empty or not inside the image.
  public func classify(image: MPImage, regionOfInterest: CGRect) throws -> ImageClassifierResult {
    try runner.processImage(image, region: regionOfInterest)
  }

  /// Classifies the next frame of a video. Blocks until done; running mode `.video`.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the previous frame.
  /// - Returns: The categories of each head of the model, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode, for a timestamp that is not greater than the
  ///   last one, or for a mirrored image.
  public func classify(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> ImageClassifierResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Classifies a region of the next frame of a video. Blocks until done; running mode `.video`.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the previous frame.
  ///   - regionOfInterest: The region in fractions of the stored frame's width and height, relative to its top left
  ///     corner.
  /// - Returns: The categories of each head of the model, best first.
  /// - Throws: As `classify(videoFrame:timestampInMilliseconds:)`; `TasksError` with `invalidArgumentError` for a
  ///   region that is empty or not inside the frame.
  public func classify(
    videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) throws -> ImageClassifierResult {
    try runner.processVideoFrame(
      videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
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
  /// - Throws: As `classify(videoFrame:timestampInMilliseconds:)`.
  public func classifyAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  /// Queues a frame of a live stream, of which a region is classified, and returns at once; running mode `.liveStream`.
  ///
  /// - Parameters:
  ///   - image: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the previous frame, dropped frames included.
  ///   - regionOfInterest: The region in fractions of the stored frame's width and height, relative to its top left
  ///     corner.
  /// - Throws: As `classify(videoFrame:timestampInMilliseconds:regionOfInterest:)`.
  public func classifyAsync(image: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect) throws {
    try runner.processLiveStreamFrame(
      image, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest, keeping: self)
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
