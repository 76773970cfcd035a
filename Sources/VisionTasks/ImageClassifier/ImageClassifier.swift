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
/// `classify(image:)` and `classify(videoFrame:…)` block the calling thread; in asynchronous code `classify(_:)` and
/// `init(_:)` do not. ``VisionTask`` has what all tasks have in common: sequences of frames by `results(for:policy:)`,
/// the rules of threads and delegates, counts of dropped frames, and `reset()`.
public final class ImageClassifier: ConfiguredTask<ImageClassifierOptions, ImageClassifierResult>, @unchecked Sendable {
  /// Makes a task for still images with default options and a classifier (`.tflite`); a nil path is an error.
  public convenience init(modelPath: String?) throws { try self.init(options: Options(modelPath: modelPath)) }

  override class func open(_ options: ImageClassifierOptions) throws -> Parts { try makeParts(options) }

  /// Classifies a still image. Blocks until done; running mode `.image`.
  ///
  /// - Returns: The categories of each head of the model, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func classify(image: MPImage) throws -> ImageClassifierResult { try runner.processImage(image) }

  /// Classifies a region of a still image. Blocks until done; running mode `.image`.
  ///
  /// The region is in fractions of the stored image's width and height, relative to its top left corner.
  ///
  /// - Returns: As `classify(image:)`.
  /// - Throws: As `classify(image:)`, and for a region that is empty or not inside the image.
  public func classify(image: MPImage, regionOfInterest: CGRect) throws -> ImageClassifierResult {
    try runner.processImage(image, region: regionOfInterest)
  }

  /// Classifies the next frame of a video, with a timestamp greater than the last one. Blocks until done; running mode
  /// `.video`.
  ///
  /// - Returns: The categories of each head of the model, best first.
  /// - Throws: As `classify(image:)`, and for a timestamp that is not greater.
  public func classify(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> ImageClassifierResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Classifies a region of the next frame of a video; see `classify(image:regionOfInterest:)`.
  public func classify(
    videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) throws -> ImageClassifierResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  /// Queues a frame of a live stream and returns at once; running mode `.liveStream`. The delegate receives the result.
  ///
  /// - Throws: As `classify(videoFrame:timestampInMilliseconds:)`; dropped frames count as previous ones.
  public func classifyAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  /// Queues a frame of a live stream, of which a region is classified; see `classify(image:regionOfInterest:)`.
  public func classifyAsync(image: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect) throws {
    try runner.processLiveStreamFrame(
      image, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest, keeping: self)
  }

  // The asynchronous methods omit the first label, as those of `DetectionTask` do.

  /// Classifies a still image, or a region of it, without blocking a thread of Swift concurrency; running mode
  /// `.image`.
  ///
  /// - Returns: As `classify(image:regionOfInterest:)`; of the whole image for nil, the default.
  /// - Throws: As `classify(image:regionOfInterest:)`; `CancellationError` as soon as the calling task is cancelled.
  public func classify(_ image: MPImage, regionOfInterest: CGRect? = nil) async throws -> ImageClassifierResult {
    try await runner.imageResult(image, region: regionOfInterest)
  }

  /// Classifies the next frame of a video, or a region of it, without blocking a thread of Swift concurrency; running
  /// mode `.video`.
  ///
  /// - Returns: As `classify(videoFrame:timestampInMilliseconds:regionOfInterest:)`; of the whole frame for nil, the
  ///   default.
  /// - Throws: As that method; `CancellationError` as soon as the calling task is cancelled.
  public func classify(
    _ videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect? = nil
  ) async throws -> ImageClassifierResult {
    try await runner.videoResult(videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  override func deliver(_ answer: LiveStreamAnswer<ImageClassifierResult>, to delegate: AnyObject) {
    (delegate as? any ImageClassifierLiveStreamDelegate)?.imageClassifier(
      self, didFinishClassification: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
  }
}

/// Receives the results of an `ImageClassifier` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. ``VisionTask``
/// says how classes with state and classes on the main actor conform.
public protocol ImageClassifierLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - imageClassifier: The task that processed the frame.
  ///   - result: The result; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func imageClassifier(
    _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
    timestampInMilliseconds: Int, error: (any Error)?)
}

extension ImageClassifierLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func imageClassifier(
    _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    imageClassifier.countUnheardResult(of: self)
  }
}

extension ImageClassifier: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "classify", title: "Classification",
    abstract: "Classify whole images: 1000 classes of objects, animals and food.",
    models: ["efficientnet_lite0_float32", "efficientnet_lite0_int8"],
    swift: TaskDescriptor.SwiftNames(
      type: "ImageClassifier", value: "classifier", verb: "classify", resultLabel: "didFinishClassification"))

  package typealias Pipeline = ImageClassifierPipeline

  package static func hasState(_ options: ImageClassifierOptions) -> Bool { false }
}
