import ArgumentParser

/// The flags of the classifier for a Model Maker bundle's own gestures.
struct CustomClassifierFlags: ClassifierFlags {
  static let prefix = "custom"

  @Option(
    name: .customLong("custom-score-threshold"), parsing: .unconditional,
    help: ArgumentHelp("Minimum score of a custom gesture to report (default: the model's).", valueName: "x"))
  var scoreThreshold: Float?

  @Option(
    name: .customLong("custom-max-results"), parsing: .unconditional,
    help: ArgumentHelp("Maximum number of custom gestures to report (default: all).", valueName: "n"))
  var maxResults: Int?

  @Option(
    name: .customLong("custom-allow"), help: ArgumentHelp("Report only these custom gestures.", valueName: "a,b"))
  var allow: NameList?

  @Option(
    name: .customLong("custom-deny"), help: ArgumentHelp("Never report these custom gestures.", valueName: "a,b"))
  var deny: NameList?

  mutating func validate() throws { try validateFlags() }
}
