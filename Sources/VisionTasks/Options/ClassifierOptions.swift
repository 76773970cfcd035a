import Foundation

/// The options of a classifier: the categories to report.
public final class ClassifierOptions: NSObject, NSCopying {
  /// The locale of the display names, such as `en`; nil, the default, means `en`. If the model has no names in this
  /// locale the results have none, as in MediaPipe, with one warning on standard error.
  public var displayNamesLocale: String?

  /// The maximum number of categories to report, best first; -1, the default, and every value below 1 mean all.
  public var maxResults = -1

  /// The minimum score of a category to report; 0 by default.
  ///
  /// Until a value is assigned the threshold in the model's metadata applies, if there is one. An assigned 0 keeps
  /// every category.
  public var scoreThreshold: Float = 0 {
    didSet { isScoreThresholdSet = true }
  }

  /// The names of the categories to report; nil, the default, or empty means all.
  ///
  /// Unknown names are ignored. Cannot be combined with `categoryDenylist`.
  public var categoryAllowlist: [String]?

  /// The names of the categories not to report; nil, the default, or empty means none.
  ///
  /// Unknown names are ignored. Cannot be combined with `categoryAllowlist`.
  public var categoryDenylist: [String]?

  /// Whether `scoreThreshold` was assigned, so that an explicit 0 differs from the default.
  package private(set) var isScoreThresholdSet = false

  /// Makes options that report every category.
  public override init() {
    super.init()
  }

  /// A copy with equal values.
  public func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  func duplicate() -> ClassifierOptions {
    let copy = ClassifierOptions()
    copy.displayNamesLocale = displayNamesLocale
    copy.maxResults = maxResults
    copy.scoreThreshold = scoreThreshold
    copy.categoryAllowlist = categoryAllowlist
    copy.categoryDenylist = categoryDenylist
    copy.isScoreThresholdSet = isScoreThresholdSet
    return copy
  }
}
