import ArgumentParser
import MediaPipeTasksVision

/// The options of one classifier; the parser needs a type for every prefix of the flags.
protocol ClassifierFlags: ParsableArguments {
  /// What the flags' names begin with: `canned` or `custom`.
  static var prefix: String { get }
  /// The least score to report; nil leaves the model's own threshold in force.
  var scoreThreshold: Float? { get }
  /// The largest number of categories; nil means all.
  var maxResults: Int? { get }
  /// The only names to report.
  var allow: NameList? { get }
  /// The names not to report.
  var deny: NameList? { get }
}

extension ClassifierFlags {
  /// The API's options, or nil when no flag was given.
  var classifierOptions: ClassifierOptions? {
    guard scoreThreshold != nil || maxResults != nil || allow != nil || deny != nil else { return nil }
    let options = ClassifierOptions()
    // Assigned only when given: an assigned threshold replaces the model's own.
    if let scoreThreshold { options.scoreThreshold = scoreThreshold }
    if let maxResults { options.maxResults = maxResults }
    options.categoryAllowlist = allow?.names
    options.categoryDenylist = deny?.names
    return options
  }

  /// Whether a list of names was given, so that the model's names are needed for the warnings.
  var hasLists: Bool { allow != nil || deny != nil }

  /// Warnings about the values; `names` are those that the model's classifier knows.
  func warnings(names: [String]) -> [String] {
    OptionWarnings.threshold(scoreThreshold, option: "--\(Self.prefix)-score-threshold")
      + OptionWarnings.unknownNames(in: allow, known: names, option: "--\(Self.prefix)-allow")
      + OptionWarnings.unknownNames(in: deny, known: names, option: "--\(Self.prefix)-deny")
  }

  /// Refuses what the API would refuse, in the command's words.
  func validateFlags() throws {
    if allow != nil, deny != nil {
      throw ValidationError("--\(Self.prefix)-allow and --\(Self.prefix)-deny exclude each other.")
    }
    if let scoreThreshold, scoreThreshold.isNaN {
      throw ValidationError("--\(Self.prefix)-score-threshold is \(scoreThreshold); any number is allowed.")
    }
  }
}
