import Foundation

/// A row of the table: a task with a model on a file, and what was promised.
struct SuiteRow: Sendable {
  let name: String
  /// The task's name on the command line.
  let task: String
  /// The model's name in the catalog.
  let model: String
  /// The name of a picture or video in the folder of media.
  let file: String
  /// Poses with masks.
  var masks = false
  let limits: SuiteLimits

  /// Whether the row's name or file has a text in it, whatever the case; true for nil.
  func matches(_ text: String?) -> Bool {
    text.map { "\(name) \(file)".localizedCaseInsensitiveContains($0) } ?? true
  }
}
