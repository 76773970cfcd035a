/// Computes a feature vector (an embedding) of images, and of the frames of videos and live streams.
///
/// Images that show something similar have vectors with a high cosine similarity:
///
/// ```swift
/// let options = ImageEmbedderOptions()
/// options.baseOptions.modelAssetPath = "mobilenet_v3_small.tflite"
/// options.l2Normalize = true
/// let embedder = try ImageEmbedder(options: options)
/// let embeddings = try [first, second].map { try embedder.embed(image: $0).embeddingResult.embeddings[0] }
/// let similarity = try ImageEmbedder.cosineSimilarity(embedding1: embeddings[0], embedding2: embeddings[1])
/// ```
///
/// Any model whose outputs are all float32 or all uint8 is an embedder: each output is a head, with its values in one
/// row. A classifier's scores are a vector too, but two images that show different classes then differ entirely.
///
/// `embed(image:)` and `embed(videoFrame:…)` block the calling thread; in asynchronous code `embed(_:)` and `init(_:)`
/// do not. ``VisionTask`` has what all tasks have in common: sequences of frames by `results(for:policy:)`, the rules
/// of threads and delegates, counts of dropped frames, and `reset()`.
public final class ImageEmbedder: ConfiguredTask<ImageEmbedderOptions, ImageEmbedderResult>, @unchecked Sendable {
  /// Makes a task for still images with default options and an embedder (`.tflite`); a nil path is an error.
  public convenience init(modelPath: String?) throws { try self.init(options: Options(modelPath: modelPath)) }

  override class func open(_ options: ImageEmbedderOptions) throws -> Parts { try makeParts(options) }

  /// Computes the embeddings of a still image. Blocks until done; running mode `.image`.
  ///
  /// - Returns: One embedding for each head of the model.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func embed(image: MPImage) throws -> ImageEmbedderResult { try runner.processImage(image) }

  /// Computes the embeddings of a region of a still image. Blocks until done; running mode `.image`.
  ///
  /// The region is in fractions of the stored image's width and height, relative to its top left corner.
  ///
  /// - Returns: As `embed(image:)`.
  /// - Throws: As `embed(image:)`, and for a region that is empty or not inside the image.
  public func embed(image: MPImage, regionOfInterest: CGRect) throws -> ImageEmbedderResult {
    try runner.processImage(image, region: regionOfInterest)
  }

  /// Computes the embeddings of the next frame of a video, with a timestamp greater than the last one. Blocks until
  /// done; running mode `.video`.
  ///
  /// - Returns: One embedding for each head of the model.
  /// - Throws: As `embed(image:)`, and for a timestamp that is not greater.
  public func embed(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> ImageEmbedderResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Computes the embeddings of a region of the next frame of a video; see `embed(image:regionOfInterest:)`.
  public func embed(
    videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) throws -> ImageEmbedderResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  /// Queues a frame of a live stream and returns at once; running mode `.liveStream`. The delegate receives the result.
  ///
  /// - Throws: As `embed(videoFrame:timestampInMilliseconds:)`; dropped frames count as previous ones.
  public func embedAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  /// Queues a frame of a live stream, of which a region is embedded; see `embed(image:regionOfInterest:)`.
  public func embedAsync(image: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect) throws {
    try runner.processLiveStreamFrame(
      image, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest, keeping: self)
  }

  // The asynchronous methods omit the first label, as those of `DetectionTask` do.

  /// Computes the embeddings of a still image, or a region of it, without blocking a thread of Swift concurrency;
  /// running mode `.image`.
  ///
  /// - Returns: As `embed(image:regionOfInterest:)`; of the whole image for nil, the default.
  /// - Throws: As `embed(image:regionOfInterest:)`; `CancellationError` as soon as the calling task is cancelled.
  public func embed(_ image: MPImage, regionOfInterest: CGRect? = nil) async throws -> ImageEmbedderResult {
    try await runner.imageResult(image, region: regionOfInterest)
  }

  /// Computes the embeddings of the next frame of a video, or a region of it, without blocking a thread of Swift
  /// concurrency; running mode `.video`.
  ///
  /// - Returns: As `embed(videoFrame:timestampInMilliseconds:regionOfInterest:)`; of the whole frame for nil, the
  ///   default.
  /// - Throws: As that method; `CancellationError` as soon as the calling task is cancelled.
  public func embed(
    _ videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect? = nil
  ) async throws -> ImageEmbedderResult {
    try await runner.videoResult(videoFrame, timestampInMilliseconds: timestampInMilliseconds, region: regionOfInterest)
  }

  /// Returns the cosine similarity of two embeddings: their scalar product, divided by the product of their lengths.
  ///
  /// - Parameters:
  ///   - embedding1: An embedding.
  ///   - embedding2: An embedding of the same model and with the same options.
  /// - Returns: A double in -1...1; 1 for vectors of the same direction.
  /// - Throws: `TasksError` with `invalidArgumentError` for embeddings of which one is quantized, of different lengths,
  ///   without values, or of zeros only.
  public static func cosineSimilarity(embedding1: Embedding, embedding2: Embedding) throws -> NSNumber {
    NSNumber(value: try embedding1.vector.cosineSimilarity(to: embedding2.vector))
  }

  override func deliver(_ answer: LiveStreamAnswer<ImageEmbedderResult>, to delegate: AnyObject) {
    (delegate as? any ImageEmbedderLiveStreamDelegate)?.imageEmbedder(
      self, didFinishEmbedding: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
  }
}

/// Receives the results of an `ImageEmbedder` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. ``VisionTask``
/// says how classes with state and classes on the main actor conform.
public protocol ImageEmbedderLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - imageEmbedder: The task that processed the frame.
  ///   - result: The result; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func imageEmbedder(
    _ imageEmbedder: ImageEmbedder, didFinishEmbedding result: ImageEmbedderResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension ImageEmbedderLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func imageEmbedder(
    _ imageEmbedder: ImageEmbedder, didFinishEmbedding result: ImageEmbedderResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    imageEmbedder.countUnheardResult(of: self)
  }
}

extension ImageEmbedder: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "embed", title: "Embedding",
    abstract: "Compute feature vectors of images, to compare and search them.",
    // The classifier comes first, since it can be had where only Python packages can.
    models: ["efficientnet_lite0_float32", "efficientnet_lite0_int8", "mobilenet_v3_small", "mobilenet_v3_large"],
    swift: TaskDescriptor.SwiftNames(
      type: "ImageEmbedder", value: "embedder", verb: "embed", resultLabel: "didFinishEmbedding"))

  package typealias Pipeline = ImageEmbedderPipeline

  package static func hasState(_ options: ImageEmbedderOptions) -> Bool { false }
}
