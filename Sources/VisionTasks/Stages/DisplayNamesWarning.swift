import Foundation

/// Warns once in a process on standard error that a model has no display names in the language asked for.
///
/// MediaPipe takes such a locale and reports no display names, so it is no error. Nothing is said of `en`, the default.
enum DisplayNamesWarning {
  // Safe: touched under the lock only.
  nonisolated(unsafe) private static var given: Set<String> = []
  private static let lock = NSLock()

  /// Gives the warning, the first time for this model and locale.
  ///
  /// - Parameters:
  ///   - locale: The language asked for.
  ///   - available: The languages that the model has labels in.
  ///   - model: The model's name.
  static func give(locale: String, available: [String], model: String) {
    guard locale != "en", lock.withLock({ given.insert("\(model) \(locale)").inserted }) else { return }
    // Where standard error is closed there is no other place to say it.
    try? FileHandle.standardError.write(contentsOf: Data((text(locale, available, model) + "\n").utf8))
  }

  static func text(_ locale: String, _ available: [String], _ model: String) -> String {
    let languages = available.isEmpty ? "none" : available.joined(separator: ", ")
    return "displayNamesLocale is \(locale); the locales of model \(model)'s labels are: \(languages). Results have no "
      + "displayName."
  }
}
