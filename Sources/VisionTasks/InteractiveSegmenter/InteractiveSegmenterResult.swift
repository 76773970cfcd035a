/// MediaPipe's newer name of the result.
public typealias InteractiveSegmenterLegacyResult = InteractiveSegmenterResult

// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The masks that `InteractiveSegmenter` made of one image. They lie on the stored image, also when that is rotated.
public final class InteractiveSegmenterResult: TaskResult, @unchecked Sendable {
  /// A mask of float32 values for each class: the probability of each pixel, usually 0...1. Nil when not asked for.
  public let confidenceMasks: [Mask]?

  /// One mask of bytes: the index of each pixel's class. A model with one class has 0 for its pixels and 255 for all
  /// others. Nil when not asked for.
  public let categoryMask: Mask?

  /// The quality of each class's mask as floats, usually 0...1; 1 from models without such an output.
  public let qualityScores: [NSNumber]?

  /// The classes that have pixels, largest first. The score is the share of the pixels, 0...1, at the model's size.
  ///
  /// An addition to MediaPipe's result.
  public let segments: [ResultCategory]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - confidenceMasks: A mask of float32 values for each class; nil for none.
  ///   - categoryMask: The mask of bytes; nil for none.
  ///   - qualityScores: The quality of each class's mask.
  ///   - timestampInMilliseconds: The timestamp of the image.
  ///   - segments: The classes that have pixels, largest first, with their shares; none by default.
  public init(
    confidenceMasks: [Mask]?, categoryMask: Mask?, qualityScores: [NSNumber]?, timestampInMilliseconds: Int,
    segments: [ResultCategory] = []
  ) {
    (self.confidenceMasks, self.categoryMask) = (confidenceMasks, categoryMask)
    (self.qualityScores, self.segments) = (qualityScores, segments)
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension InteractiveSegmenterResult: TaskOutput {
  package static let format = OutputFormat(
    task: "segment-point", title: "InteractiveSegmenterResult", subject: ImageSegmenterResult.format.subject,
    parts: ImageSegmenterResult.format.parts)

  package var parts: [any OutputPart] { asSegments.parts }

  private var asSegments: ImageSegmenterResult {
    ImageSegmenterResult(
      confidenceMasks: confidenceMasks, categoryMasks: categoryMask, qualityScores: qualityScores,
      timestampInMilliseconds: timestampInMilliseconds, segments: segments)
  }
}

extension InteractiveSegmenterResult: Codable {
  /// Decodes the output of `encode(to:)`, and a line that `vision segment-point --json` writes without
  /// `--segmentation-masks`.
  ///
  /// - Throws: As `ImageSegmenterResult`.
  public convenience init(from decoder: any Decoder) throws {
    let result = try ImageSegmenterResult(from: decoder)
    self.init(
      confidenceMasks: result.confidenceMasks, categoryMask: result.categoryMask, qualityScores: result.qualityScores,
      timestampInMilliseconds: result.timestampInMilliseconds, segments: result.segments)
    if result.time == nil { setsNoTime() }
  }

  /// Writes `timestampMs`, `segments`, `qualityScores` and the masks, as `vision segment-point --json` does.
  public func encode(to encoder: any Encoder) throws { try encodeParts(to: encoder) }
}
