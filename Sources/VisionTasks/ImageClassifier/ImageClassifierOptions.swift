import Foundation

/// The options of `ImageClassifier`.
public final class ImageClassifierOptions: TaskOptions, CategoryOptions {
  /// How the task gets its images; `.image` by default.
  public var runningMode: RunningMode = .image

  /// Gets the results in `.liveStream` mode and must be nil in the other modes, as it is by default.
  ///
  /// Held weakly, here and by the task: keep a reference to it yourself.
  public weak var imageClassifierLiveStreamDelegate: (any ImageClassifierLiveStreamDelegate)?

  /// The language of the display names, as the model's metadata names it; `en` by default. Without names in this language
  /// results have none, as in MediaPipe; a warning on standard error says so once.
  public var displayNamesLocale = "en"

  /// The maximum number of categories of each head; -1, the default, and every negative number mean all. 0 is refused.
  public var maxResults = -1

  /// The minimum score of a category that is reported; any number, 0 by default.
  ///
  /// An assigned value overrides the threshold in the model's metadata; until one is assigned, that is in force, if there is one.
  public var scoreThreshold: Float = 0 {
    didSet { isScoreThresholdSet = true }
  }

  /// Whether `scoreThreshold` was assigned.
  package private(set) var isScoreThresholdSet = false

  /// The names of the categories that may be reported; empty, the default, means all.
  ///
  /// Names that the model does not know are ignored, which leaves nothing of a list that has no others. Cannot be combined with
  /// `categoryDenylist`.
  public var categoryAllowlist: [String] = []

  /// The names of the categories that are never reported; empty, the default, means none.
  ///
  /// Names that the model does not know are ignored. Cannot be combined with `categoryAllowlist`.
  public var categoryDenylist: [String] = []

  /// A copy with the same values and the same delegate.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = ImageClassifierOptions()
    copy.baseOptions = baseOptions
    copy.runningMode = runningMode
    copy.imageClassifierLiveStreamDelegate = imageClassifierLiveStreamDelegate
    copy.displayNamesLocale = displayNamesLocale
    copy.maxResults = maxResults
    copy.scoreThreshold = scoreThreshold
    copy.isScoreThresholdSet = isScoreThresholdSet
    copy.categoryAllowlist = categoryAllowlist
    copy.categoryDenylist = categoryDenylist
    return copy
  }

  package var liveStreamDelegate: (name: String, isSet: Bool)? {
    ("imageClassifierLiveStreamDelegate", imageClassifierLiveStreamDelegate != nil)
  }
}
