extension Int {
  /// The number with its noun, for messages: `1 frame`, `2 frames`.
  ///
  /// - Parameters:
  ///   - noun: The noun of one.
  ///   - plural: The noun of several; by default with an "s" at the end.
  /// - Returns: Both, with a space between them.
  package func counted(_ noun: String, plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
