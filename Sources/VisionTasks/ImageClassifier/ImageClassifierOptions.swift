/// The options of `ImageClassifier`.
public final class ImageClassifierOptions: TaskOptions, CategoryOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var imageClassifierLiveStreamDelegate: (any ImageClassifierLiveStreamDelegate)?

  /// The locale of the display names, as in the model's metadata; `en` by default. If the model has no names in this
  /// locale the results have none, as in MediaPipe, with one warning on standard error.
  public var displayNamesLocale = "en"

  /// The maximum number of categories per head. -1, the default, and every negative number mean all; 0 is an error.
  public var maxResults = -1

  /// The minimum score of a category to report; any number, 0 by default.
  ///
  /// An assigned value overrides the threshold in the model's metadata. Until a value is assigned the model's threshold
  /// applies, if there is one.
  public var scoreThreshold: Float {
    get { assignedScoreThreshold ?? 0 }
    set { assignedScoreThreshold = newValue }
  }

  package var assignedScoreThreshold: Float?

  /// The names of the categories to report; empty, the default, means all.
  ///
  /// Unknown names are ignored; a list of unknown names only reports nothing. Cannot be combined with
  /// `categoryDenylist`.
  public var categoryAllowlist: [String] = []

  /// The names of the categories not to report; empty, the default, means none.
  ///
  /// Unknown names are ignored. Cannot be combined with `categoryAllowlist`.
  public var categoryDenylist: [String] = []

  package static let liveStreamDelegate: Path<(any ImageClassifierLiveStreamDelegate)?>? =
    \ImageClassifierOptions.imageClassifierLiveStreamDelegate

  package static let table: [TaskOption<ImageClassifierOptions>] = TaskOption.categories(
    CategoryWords(group: "Categories", one: "a category", several: "categories", results: 5),
    vocabulary: { CategoryVocabulary("classes", try ImageClassifierPipeline.classNames(ofModelAt: $0)) })
}
