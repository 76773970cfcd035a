// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The masks that `ImageSegmenter` or `InteractiveSegmenter` made of one image. They lie on the stored image, also when
/// that is rotated.
public class SegmenterResult: TaskResult, Decodable, @unchecked Sendable {
  /// A mask of float32 values for each class, in the order of the labels: the probability of each pixel, usually 0...1.
  /// Nil when not asked for.
  public let confidenceMasks: [Mask]?

  /// One mask of bytes: the index of each pixel's class. A model with one class has 0 for its pixels and 255 for all
  /// others; 255 is also what lies outside a region of interest. Nil when not asked for.
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

  /// Decodes the output of `encode(to:)`, and a line that `vision segment --json` or `vision segment-point --json`
  /// writes without `--segmentation-masks`.
  ///
  /// - Throws: `DecodingError` when `segments` is missing, for a mask that is a file name, and a mask whose size does
  ///   not match its values.
  public required init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    let confidence = try json.part(MasksFormat.confidence)
    confidenceMasks = confidence.masks.isEmpty ? nil : confidence.masks
    categoryMask = try json.part(MasksFormat.category).masks.first
    qualityScores = confidence.qualityScores.map { $0.map { NSNumber(value: $0) } }
    segments = try json.part(CategoriesFormat.segments).lists.first ?? []
    super.init(timestampInMilliseconds: json.time ?? 0)
    json.complete(self)
  }

  package static let partFormats: [any PartFormat] = [
    CategoriesFormat.segments, MasksFormat.category, MasksFormat.confidence,
  ]

  package var parts: [any OutputPart] {
    [
      CategoriesPart(.segments, [segments]), MasksPart(.category, categoryMask.map { [$0] } ?? []),
      MasksPart(.confidence, confidenceMasks ?? [], qualityScores: qualityScores.map { $0.map(\.floatValue) }),
    ]
  }
}

/// The masks that `ImageSegmenter` made of one image.
public final class ImageSegmenterResult: SegmenterResult, TaskOutput, @unchecked Sendable {
  package static let format = OutputFormat(
    task: "segment", title: "ImageSegmenterResult", subject: .segment, parts: partFormats)

  /// Makes a result, with the label that MediaPipe gives the category mask.
  ///
  /// - Parameters:
  ///   - confidenceMasks: A mask of float32 values for each class; nil for none.
  ///   - categoryMasks: The mask of bytes; nil for none.
  ///   - qualityScores: The quality of each class's mask.
  ///   - timestampInMilliseconds: The timestamp of the image.
  ///   - segments: The classes that have pixels, largest first, with their shares; none by default.
  public convenience init(
    confidenceMasks: [Mask]?, categoryMasks: Mask?, qualityScores: [NSNumber]?, timestampInMilliseconds: Int,
    segments: [ResultCategory] = []
  ) {
    self.init(
      confidenceMasks: confidenceMasks, categoryMask: categoryMasks, qualityScores: qualityScores,
      timestampInMilliseconds: timestampInMilliseconds, segments: segments)
  }
}

extension OutputFormat.Subject {
  static let segment = OutputFormat.Subject(one: "segment", several: "segments")
}
