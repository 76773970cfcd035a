import Foundation

/// Says what is seen in images, videos and live streams, by the classes of a model.
///
/// ```swift
/// let options = ImageClassifierOptions()
/// options.baseOptions.modelAssetPath = "efficientnet_lite0_float32.tflite"
/// options.maxResults = 3
/// let classifier = try ImageClassifier(options: options)
/// let result = try classifier.classify(image: image)
/// ```
///
/// May be used from any thread; calls on one object are processed one after another, several objects are independent. A call
/// that throws leaves the task usable. The calls `classify(image:)` and `classify(videoFrame:…)` block the calling thread; in
/// asynchronous code `classify(_:)` and `init(_:)` do not.
public final class ImageClassifier: NSObject, Sendable {
  let runner: VisionTaskRunner<ImageClassifierPipeline>
  let unheardResults: UnheardResults

  /// Makes a task for still images with default options.
  ///
  /// - Parameter modelPath: The path of a classifier (`.tflite`); nil counts as missing.
  /// - Throws: `TasksError`, as `init(options:)`.
  public convenience init(modelPath: String?) throws {
    let options = ImageClassifierOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// Makes a task. Later changes of `options` have no effect on it.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an option outside its range or a file that is no classifier;
  ///   `notFoundError` for a missing file, normalization, associated file or LiteRT library.
  public convenience init(options: ImageClassifierOptions) throws { self.init(parts: try Self.parts(options)) }

  /// What the task consists of.
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
  /// - Returns: For every head of the model the categories, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func classify(image: MPImage) throws -> ImageClassifierResult { try runner.processImage(image) }

  /// Classifies a part of a still image. Blocks until done; running mode `.image`.
  ///
  /// - Parameters:
  ///   - image: The image, upright or with its orientation.
  ///   - regionOfInterest: The part, in fractions of the width and height of the image as stored, from its upper left corner.
  /// - Returns: For every head of the model the categories, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode, for a mirrored image, and for a region that is empty or
  ///   not within the image.
  public func classify(image: MPImage, regionOfInterest: CGRect) throws -> ImageClassifierResult {
    try runner.processImage(image, region: regionOfInterest)
  }

  /// Classifies the next frame of a video. Blocks until done; running mode `.video`.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the frame before.
  /// - Returns: For every head of the model the categories, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode, for a timestamp that does not rise or a mirrored image.
  public func classify(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> ImageClassifierResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Classifies a part of the next frame of a video. Blocks until done; running mode `.video`.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the frame before.
  ///   - regionOfInterest: The part, in fractions of the width and height of the frame as stored, from its upper left corner.
  /// - Returns: For every head of the model the categories, best first.
  /// - Throws: As `classify(videoFrame:timestampInMilliseconds:)`, and for a region that is empty or not within the frame.
  public func classify(
    videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) throws -> ImageClassifierResult {
    try runner.processVideoFrame(
      videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  /// Takes a frame of a live stream and returns at once; running mode `.liveStream`.
  ///
  /// The delegate gets the result. While a frame is worked on, the newest frame waits; those it replaces are dropped without
  /// an error and counted in `droppedFrameCount`. So are results that a newer one replaces while the delegate is busy.
  ///
  /// - Parameters:
  ///   - image: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the frame before, dropped ones included.
  /// - Throws: As `classify(videoFrame:timestampInMilliseconds:)`.
  public func classifyAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  /// Takes a frame of a live stream, of which a part is classified, and returns at once; running mode `.liveStream`.
  ///
  /// - Parameters:
  ///   - image: The frame, upright or with its orientation.
  ///   - timestampInMilliseconds: Greater than that of the frame before, dropped ones included.
  ///   - regionOfInterest: The part, in fractions of the width and height of the frame as stored, from its upper left corner.
  /// - Throws: As `classify(videoFrame:timestampInMilliseconds:regionOfInterest:)`.
  public func classifyAsync(image: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect) throws {
    try runner.processLiveStreamFrame(
      image, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest, keeping: self)
  }

  /// The frames of live streams, and of sequences with the policy `.latest`, that were dropped because the task was busy, and
  /// results that a newer one replaced because the delegate was.
  public var droppedFrameCount: Int { runner.droppedFrameCount }

  /// The results of live streams that no delegate took: there was none, it is gone, or it lacks the method.
  public var unheardResultCount: Int { unheardResults.count }

  /// Forgets the last timestamp, as if the task were new; the model stays loaded.
  public func reset() { runner.reset() }
}
