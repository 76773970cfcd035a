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
