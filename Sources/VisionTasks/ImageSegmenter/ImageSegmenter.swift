/// Finds the pixels of people or of several classes of things in images, videos and live streams.
///
/// ```swift
/// let options = ImageSegmenterOptions()
/// options.baseOptions.modelAssetPath = "selfie_segmenter.tflite"
/// options.shouldOutputCategoryMask = true
/// let segmenter = try ImageSegmenter(options: options)
/// let result = try segmenter.segment(image: image)
/// ```
///
/// `segment(image:)` and `segment(videoFrame:…)` block the calling thread; in asynchronous code `segment(_:)` and
/// `init(_:)` do not. ``VisionTask`` has what all tasks have in common: sequences of frames by `results(for:policy:)`,
/// the rules of threads and delegates, counts of dropped frames, and `reset()`.
public final class ImageSegmenter: ConfiguredTask<ImageSegmenterOptions, ImageSegmenterResult>, @unchecked Sendable {
  /// What a completion handler receives: the result, or the error of an image that failed.
  public typealias Completion = (_ result: ImageSegmenterResult?, _ error: (any Error)?) -> Void

  /// The classes of the model, in the order of the confidence masks; empty for a model without labels.
  public var labels: [String] { runner.labels }

  /// Makes a task for still images with default options and a segmenter (`.tflite`); a nil path is an error.
  public convenience init(modelPath: String?) throws { try self.init(options: Options(modelPath: modelPath)) }

  override class func open(_ options: ImageSegmenterOptions) throws -> Parts { try makeParts(options) }

  /// Segments a still image. Blocks until done; running mode `.image`.
  ///
  /// - Returns: The masks that the options ask for.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image,
  ///   `resourceExhaustedError` when there is no memory for the masks.
  public func segment(image: MPImage) throws -> ImageSegmenterResult { try runner.processImage(image) }

  /// Segments a region of a still image; see `segment(image:)`.
  ///
  /// - Throws: As `segment(image:)`, and for a region that is empty or not inside the image.
  public func segment(image: MPImage, regionOfInterest: CGRect) throws -> ImageSegmenterResult {
    try runner.processImage(image, region: regionOfInterest)
  }

  /// Segments a still image and calls a function with the result, or with the error, before it returns.
  ///
  /// In MediaPipe the masks are gone after the call; here they stay.
  public func segment(image: MPImage, completion: Completion) {
    Self.complete(completion) { try segment(image: image) }
  }

  /// Segments the next frame of a video, with a timestamp greater than the last one. Blocks until done; running mode
  /// `.video`.
  ///
  /// - Returns: The masks that the options ask for.
  /// - Throws: As `segment(image:)`, and for a timestamp that is not greater.
  public func segment(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> ImageSegmenterResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Segments a region of the next frame of a video; see `segment(videoFrame:timestampInMilliseconds:)`.
  public func segment(
    videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) throws -> ImageSegmenterResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  /// Segments the next frame of a video and calls a function with the result, or with the error, before it returns.
  public func segment(videoFrame: MPImage, timestampInMilliseconds: Int, completion: Completion) {
    Self.complete(completion) {
      try segment(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds)
    }
  }

  /// Queues a frame of a live stream and returns at once; running mode `.liveStream`. The delegate receives the result.
  ///
  /// - Throws: As `segment(videoFrame:timestampInMilliseconds:)`; dropped frames count as previous ones.
  public func segmentAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  /// Queues a frame of a live stream, of which a region is segmented; see
  /// `segmentAsync(image:timestampInMilliseconds:)`.
  public func segmentAsync(image: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect) throws {
    try runner.processLiveStreamFrame(
      image, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest, keeping: self)
  }

  // The asynchronous methods omit the first label, as those of `DetectionTask` do.

  /// Segments a still image, or a region of it, without blocking a thread of Swift concurrency; running mode `.image`.
  ///
  /// - Returns: As `segment(image:regionOfInterest:)`; of the whole image for nil, the default.
  /// - Throws: As `segment(image:regionOfInterest:)`; `CancellationError` as soon as the calling task is cancelled.
  public func segment(_ image: MPImage, regionOfInterest: CGRect? = nil) async throws -> ImageSegmenterResult {
    try await runner.imageResult(image, region: regionOfInterest)
  }

  /// Segments the next frame of a video, or a region of it, without blocking a thread of Swift concurrency; running
  /// mode `.video`.
  ///
  /// - Returns: As `segment(videoFrame:timestampInMilliseconds:regionOfInterest:)`; of the whole frame for nil, the
  ///   default.
  /// - Throws: As that method; `CancellationError` as soon as the calling task is cancelled.
  public func segment(
    _ videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect? = nil
  ) async throws -> ImageSegmenterResult {
    try await runner.videoResult(videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  override func deliver(_ answer: LiveStreamAnswer<ImageSegmenterResult>, to delegate: AnyObject) {
    (delegate as? any ImageSegmenterLiveStreamDelegate)?.imageSegmenter(
      self, didFinishSegmentation: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
  }
}

/// Receives the results of an `ImageSegmenter` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. ``VisionTask``
/// says how classes with state and classes on the main actor conform.
public protocol ImageSegmenterLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - imageSegmenter: The task that processed the frame.
  ///   - result: The result; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func imageSegmenter(
    _ imageSegmenter: ImageSegmenter, didFinishSegmentation result: ImageSegmenterResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension ImageSegmenterLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func imageSegmenter(
    _ imageSegmenter: ImageSegmenter, didFinishSegmentation result: ImageSegmenterResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    imageSegmenter.countUnheardResult(of: self)
  }
}

extension ImageSegmenter: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "segment", title: "Segments", abstract: "Find the pixels of people, or of 20 kinds of things.",
    models: ["selfie_segmenter", "deeplab_v3"],
    swift: TaskDescriptor.SwiftNames(
      type: "ImageSegmenter", value: "segmenter", verb: "segment", resultLabel: "didFinishSegmentation"))

  package typealias Pipeline = ImageSegmenterPipeline
}
