import ArgumentParser

/// The flags of the classifier for the model's own gestures.
struct CannedClassifierFlags: ClassifierFlags {
  static let prefix = "canned"

  @Option(
    name: .customLong("canned-score-threshold"), parsing: .unconditional,
    help: ArgumentHelp("Minimum score of a canned gesture to report (default: the model's).", valueName: "x"))
  var scoreThreshold: Float?

  @Option(
    name: .customLong("canned-max-results"), parsing: .unconditional,
    help: ArgumentHelp("Maximum number of canned gestures to report (default: all).", valueName: "n"))
  var maxResults: Int?

  @Option(
    name: .customLong("canned-allow"), help: ArgumentHelp("Report only these canned gestures.", valueName: "a,b"))
  var allow: NameList?

  @Option(
    name: .customLong("canned-deny"), help: ArgumentHelp("Never report these canned gestures.", valueName: "a,b"))
  var deny: NameList?

  mutating func validate() throws { try validateFlags() }
}
