import VisionErrors

/// The range of the options named `min…Confidence`.
enum ConfidenceRange {
  /// From "everything passes" to "only certainty passes".
  static let allowed: ClosedRange<Float> = 0...1

  /// - Throws: `TasksError` with `invalidArgumentError` for a value outside the range or not a number.
  static func require(_ value: Float, option: String) throws {
    guard allowed.contains(value) else {
      throw TasksError.invalidArgument(
        "\(option) is \(value.plainText); allowed are \(allowed.lowerBound.plainText) to \(allowed.upperBound.plainText)."
      )
    }
  }
}
