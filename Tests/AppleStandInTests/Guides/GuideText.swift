import Foundation

/// Finds the Swift code in a guide's plain text.
///
/// Code stands between a line that says Swift and one that says Objective-C, in the guide's own script. Where it has several
/// parts, each has a title: a line without any of the characters that code is full of.
enum GuideText {
  private static let swiftTitles: Set = ["Swift", "سویفت"]
  private static let objectiveCTitles: Set = ["Objective-C", "هدف-C"]
  private static let codeCharacters = CharacterSet(charactersIn: "=(){}[].,:/_`\"")
  /// The lines of code that have none of these characters.
  private static let plainCode = ["import ", "return"]

  static func snippets(in text: String) -> [String] {
    var snippets: [String] = []
    var lines: [String]?
    func finish() {
      if let code = lines.map(trimmed), !code.isEmpty { snippets.append(code) }
    }
    for line in text.components(separatedBy: "\n") {
      let content = line.trimmingCharacters(in: .whitespaces)
      if swiftTitles.contains(content) {
        lines = []
      } else if objectiveCTitles.contains(content) {
        finish()
        lines = nil
      } else if lines != nil {
        if isTitle(content) {
          finish()
          lines = []
        } else {
          lines?.append(line)
        }
      }
    }
    return snippets
  }

  private static func isTitle(_ line: String) -> Bool {
    !line.isEmpty && line.rangeOfCharacter(from: codeCharacters) == nil && !plainCode.contains { line.hasPrefix($0) }
  }

  /// Lines without the empty ones around them and without the indentation that all of them have.
  private static func trimmed(_ lines: [String]) -> String {
    func isEmpty(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }
    let body = lines.drop(while: isEmpty).reversed().drop(while: isEmpty).reversed()
    let indentation = body.filter { !isEmpty($0) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return body.map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
  }
}
