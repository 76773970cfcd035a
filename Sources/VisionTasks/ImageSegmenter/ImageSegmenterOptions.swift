/// The options of `ImageSegmenter`.
public final class ImageSegmenterOptions: SegmenterOptions, DescribedOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var imageSegmenterLiveStreamDelegate: (any ImageSegmenterLiveStreamDelegate)?

  package static let liveStreamDelegate: Path<(any ImageSegmenterLiveStreamDelegate)?>? =
    \ImageSegmenterOptions.imageSegmenterLiveStreamDelegate

  package static let table: [TaskOption<ImageSegmenterOptions>] = TaskOption.masks(
    group: "Segments", details: "Models with many classes take longer.")
}

/// The options of ``ImageSegmenter`` and ``InteractiveSegmenter`` for their masks.
public class SegmenterOptions: TaskOptions {
  /// The locale of the display names, as in the model's metadata; `en` by default. If the model has no names in this
  /// locale the results have none, as in MediaPipe, with one warning on standard error.
  public var displayNamesLocale = "en"

  /// Whether results have a mask of probabilities for each class; true by default. At least one of the two kinds of
  /// masks has to be asked for.
  public var shouldOutputConfidenceMasks = true

  /// Whether results have one mask with the class of each pixel; false by default.
  public var shouldOutputCategoryMask = false

  /// The size of the masks: that of the image, the default, as in MediaPipe, which has no such option, or the model's.
  ///
  /// The masks of 21 classes at 1280 x 720 pixels take 77 MB; at the model's size of 257 x 257 they take 5.5 MB.
  public var maskSize = MaskSize.image
}

extension TaskOption where Options: SegmenterOptions {
  /// Makes the options of the masks. The details are those of the confidence masks.
  static func masks(group: String, details: String = "") -> [TaskOption] {
    [
      TaskOption(
        "shouldOutputCategoryMask", \.shouldOutputCategoryMask, flag: "category-mask", group: group,
        label: "Category mask", help: "Find the class of each pixel.", initial: .toggle(true),
        alternative: "confidence-masks"),
      TaskOption(
        "shouldOutputConfidenceMasks", \.shouldOutputConfidenceMasks, flag: "confidence-masks", group: group,
        label: "Confidence masks", help: "Also find the probability of each class for each pixel.", details: details,
        initial: .toggle(false)),
      TaskOption(
        "maskSize", \.maskSize, group: group, label: "Size of masks",
        help: "Size of the masks: that of the image, or the model's, which takes less time and memory."),
      TaskOption(
        "displayNamesLocale", \.displayNamesLocale, group: group, label: "Language of names",
        help: "The language of display names, where the model has them."),
    ]
  }
}

extension TaskDefinition where Options: SegmenterOptions {
  package static func classNames(ofModelAt path: String) throws -> [String] {
    try SegmenterModel.labels(ofModelAt: path)
  }

  package static func maskBytes(_ options: Options) throws -> Int { try SegmenterModel.maskBytes(options) }

  package static func hasState(_ options: Options) -> Bool { false }
}

/// The size of a segmenter's masks.
public enum MaskSize: String, Sendable, CaseIterable {
  /// A value for each pixel of the image.
  case image
  /// A value for each pixel of the model's output. The masks cover the image without keeping its proportions. With a
  /// region of interest they cover the whole image, too: the region has the model's size in them, unless they would be
  /// larger than the image.
  case model
}

extension MaskSize: OptionProperty {
  package static var kind: OptionKind { .choice(allCases.map(\.rawValue)) }
  package var optionValue: OptionValue? { .text(rawValue) }
  package static func from(_ value: OptionValue) -> MaskSize? { value.text.flatMap(Self.init(rawValue:)) }
}
