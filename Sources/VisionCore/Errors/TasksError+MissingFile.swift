import Foundation

extension TasksError {
  /// A file that is missing (code 5): the message has the absolute path, and says what is wrong with a path that only looks
  /// like one.
  ///
  /// - Parameters:
  ///   - path: The path as the caller gave it.
  ///   - advice: What to do, where the path says nothing about it.
  /// - Returns: The error.
  package static func missingFile(_ path: String, advice: String) -> TasksError {
    notFound("There is no file at \(absolute(path)); \(hint(path) ?? advice)")
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  private static func hint(_ path: String) -> String? {
    if path.isEmpty { return "the path is empty." }
    if path.lowercased().hasPrefix("file:"), let url = URL(string: path) {
      return "\(path) is a URL; give its path, \(url.path)."
    }
    if path.hasPrefix("~") {
      return "~ stands for a home folder in a shell only; give \(NSString(string: path).expandingTildeInPath)."
    }
    return nil
  }
}
