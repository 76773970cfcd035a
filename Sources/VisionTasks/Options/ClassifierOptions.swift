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
  public var scoreThreshold: Float {
    get { assignedScoreThreshold ?? 0 }
    set { assignedScoreThreshold = newValue }
  }

  /// The names of the categories to report; nil, the default, or empty means all.
  ///
  /// Unknown names are ignored. Cannot be combined with `categoryDenylist`.
  public var categoryAllowlist: [String]?

  /// The names of the categories not to report; nil, the default, or empty means none.
  ///
  /// Unknown names are ignored. Cannot be combined with `categoryAllowlist`.
  public var categoryDenylist: [String]?

  /// The assigned `scoreThreshold`, so that an explicit 0 differs from the default; nil before.
  package fileprivate(set) var assignedScoreThreshold: Float?

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
    copy.assignedScoreThreshold = assignedScoreThreshold
    copy.categoryAllowlist = categoryAllowlist
    copy.categoryDenylist = categoryDenylist
    return copy
  }
}

extension TaskOption {
  /// The lines of a property of type `ClassifierOptions`: threshold, number of results, lists and locale. `prefix` begins
  /// the flags, and is the variable name in displayed code; `noun` is a category's, such as `gesture`.
  static func classifier(
    _ path: Options.Path<ClassifierOptions?>, _ property: String, prefix: String, group: String, noun: String,
    vocabulary: @escaping Vocabulary
  ) -> [TaskOption] {
    let holder = OptionDescriptor.Holder.classifier(property: property, variable: prefix)
    return [
      TaskOption(
        "scoreThreshold", \.[classifier: path].scoreThresholdOption, of: holder, flag: prefix + "-score-threshold",
        group: group, label: "Score threshold", help: "Minimum score of a \(prefix) \(noun) to report.", kind: .score,
        unset: "the model's"),
      TaskOption(
        "maxResults", \.[classifier: path].maxResultsOption, of: holder, flag: prefix + "-max-results", group: group,
        label: "Maximum results",
        help: "Maximum number of \(prefix) \(noun)s to report for a hand, best first; 0 and less are all.",
        kind: .integer(IntegerRange(allowed: nil, offered: 1...8, served: 100)), unset: "all"),
      TaskOption(
        "categoryAllowlist", \.[classifier: path].allowlistOption, of: holder, flag: prefix + "-allow", group: group,
        label: "Only these", help: "Report only these \(prefix) \(noun)s.", unset: "all", vocabulary: vocabulary),
      TaskOption(
        "categoryDenylist", \.[classifier: path].denylistOption, of: holder, flag: prefix + "-deny", group: group,
        label: "Never these", help: "Never report these \(prefix) \(noun)s.", details: "Excludes the list above.",
        unset: "none", excludes: prefix + "-allow", vocabulary: vocabulary),
      TaskOption(
        "displayNamesLocale", \.[classifier: path].localeOption, of: holder, flag: prefix + "-display-names-locale",
        group: group, label: "Language of names",
        help: "The language of the display names of \(prefix) \(noun)s, where the model has them.", unset: "en"),
    ]
  }
}

extension DescribedOptions {
  fileprivate subscript(classifier path: Path<ClassifierOptions?>) -> ClassifierOptions? {
    get { self[keyPath: path] }
    set { self[keyPath: path] = newValue }
  }
}

/// The properties of options that may not exist. Assigning a value makes them; until then the model's own threshold
/// applies.
extension ClassifierOptions? {
  fileprivate var scoreThresholdOption: Float? {
    get { self?.assignedScoreThreshold }
    set { assign(newValue) { $0.scoreThreshold = $1 } }
  }
  fileprivate var maxResultsOption: Int? {
    get { self?.maxResults }
    set { assign(newValue) { $0.maxResults = $1 } }
  }
  fileprivate var allowlistOption: [String]? {
    get { self?.categoryAllowlist }
    set { assign(newValue) { $0.categoryAllowlist = $1 } }
  }
  fileprivate var denylistOption: [String]? {
    get { self?.categoryDenylist }
    set { assign(newValue) { $0.categoryDenylist = $1 } }
  }
  fileprivate var localeOption: String? {
    get { self?.displayNamesLocale }
    set { assign(newValue) { $0.displayNamesLocale = $1 } }
  }

  private mutating func assign<Value>(_ value: Value?, _ body: (ClassifierOptions, Value) -> Void) {
    guard let value else { return }
    let options = self ?? ClassifierOptions()
    body(options, value)
    self = options
  }
}
