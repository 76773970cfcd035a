import Foundation
import VisionConcurrency

/// Warns on standard error, once per process, model and locale, that a model has no display names in the requested locale.
///
/// MediaPipe accepts such a locale and returns no display names, so it is no error. The default, `en`, gives no warning.
enum DisplayNamesWarning {
  private static let given = Locked<Set<String>>([])

  /// Warns, the first time for this model and locale.
  ///
  /// - Parameters:
  ///   - locale: The requested locale.
  ///   - available: The locales that the model has labels in.
  ///   - model: The model's name.
  static func give(locale: String, available: [String], model: String) {
    guard locale != "en", given.withLock({ $0.insert("\(model) \(locale)").inserted }) else { return }
    // A closed standard error leaves no other place for the warning.
    try? FileHandle.standardError.write(contentsOf: Data((text(locale, available, model) + "\n").utf8))
  }

  static func text(_ locale: String, _ available: [String], _ model: String) -> String {
    let languages = available.isEmpty ? "none" : available.joined(separator: ", ")
    return "displayNamesLocale is \(locale); the locales of model \(model)'s labels are: \(languages). Results have no "
      + "displayName."
  }
}
