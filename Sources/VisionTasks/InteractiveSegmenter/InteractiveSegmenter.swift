/// MediaPipe's newer name of the task, whose `InteractiveSegmenter` takes other models.
public typealias InteractiveSegmenterLegacy = InteractiveSegmenter

/// Finds the pixels of the thing that a user points at in an image.
///
/// ```swift
/// let options = InteractiveSegmenterOptions()
/// options.baseOptions.modelAssetPath = "magic_touch.tflite"
/// let segmenter = try InteractiveSegmenter(options: options)
/// let point = NormalizedKeypoint(location: CGPoint(x: 0.4, y: 0.6), label: nil, score: 0)
/// let result = try segmenter.segment(image: image, regionOfInterest: RegionOfInterest(normalizedKeyPoint: point))
/// ```
///
/// `segment(image:regionOfInterest:)` blocks the calling thread; in asynchronous code
/// `segment(_:regionOfInterest:)` and `init(_:)` do not. ``VisionTask`` has what all tasks have in common; images of
/// sequences have the point of the options.
public final class InteractiveSegmenter: ConfiguredTask<InteractiveSegmenterOptions, InteractiveSegmenterResult>,
  @unchecked Sendable
{
  /// What a completion handler receives: the result, or the error of an image that failed.
  public typealias Completion = (_ result: InteractiveSegmenterResult?, _ error: (any Error)?) -> Void

  /// The classes of the model, in the order of the confidence masks; empty for a model without labels.
  public var labels: [String] { runner.labels }

  /// Makes a task with default options and a model (`.tflite`); a nil path is an error.
  public convenience init(modelPath: String?) throws { try self.init(options: Options(modelPath: modelPath)) }

  override class func open(_ options: InteractiveSegmenterOptions) throws -> Parts { try makeParts(options) }

  /// Segments the thing at a region of an image. Blocks until done.
  ///
  /// - Parameters:
  ///   - image: The image, upright or with its orientation.
  ///   - regionOfInterest: A point of the thing or a scribble over it, in fractions of the stored image.
  /// - Returns: The masks that the options ask for.
  /// - Throws: `TasksError` with `invalidArgumentError` for a region without points or outside of the image, and for a
  ///   mirrored image; `resourceExhaustedError` when there is no memory for the masks.
  public func segment(image: MPImage, regionOfInterest: RegionOfInterest) throws -> InteractiveSegmenterResult {
    try runner.processImage(Self.pointed(image, regionOfInterest))
  }

  /// Segments the thing at the point or the scribble of the options. Blocks until done. MediaPipe has no such method.
  ///
  /// - Throws: As `segment(image:regionOfInterest:)`, and for options with neither.
  public func segment(image: MPImage) throws -> InteractiveSegmenterResult { try runner.processImage(image) }

  /// Segments the thing at a region of an image and calls a function with the result, or with the error, before it
  /// returns.
  ///
  /// In MediaPipe the masks are gone after the call; here they stay.
  public func segment(image: MPImage, regionOfInterest: RegionOfInterest, completion: Completion) {
    Self.complete(completion) { try segment(image: image, regionOfInterest: regionOfInterest) }
  }

  /// Segments the thing at a region of an image without blocking a thread of Swift concurrency.
  ///
  /// - Parameters:
  ///   - image: The image, upright or with its orientation.
  ///   - regionOfInterest: A point of the thing or a scribble over it, in fractions of the stored image.
  /// - Returns: The masks that the options ask for.
  /// - Throws: As `segment(image:regionOfInterest:)`; `CancellationError` as soon as the calling task is cancelled.
  public func segment(
    _ image: MPImage, regionOfInterest: RegionOfInterest
  ) async throws -> InteractiveSegmenterResult {
    try await runner.imageResult(Self.pointed(image, regionOfInterest))
  }

  private static func pointed(_ image: MPImage, _ region: RegionOfInterest) throws -> MPImage {
    guard !region.points.isEmpty else {
      throw TasksError.invalidArgument("The region of interest has no points; give it one, or a scribble.")
    }
    return MPImage(image, points: region.points)
  }
}

extension InteractiveSegmenter: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "segment-point", title: "Thing at a point",
    abstract: "Find the pixels of the thing at a point or scribble.",
    models: ["magic_touch"],
    swift: TaskDescriptor.SwiftNames(type: "InteractiveSegmenter", value: "segmenter", verb: "segment"))

  package typealias Pipeline = InteractiveSegmenterPipeline
}
