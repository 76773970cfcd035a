import Foundation

extension TaskOutput {
  /// The output as text, like the example output of MediaPipe's guides, which list some landmarks and categories only.
  package func lines(listsAll: Bool, maskFiles: [String]? = nil) -> [String] {
    guard !isEmpty else { return ["\(format.title): no \(format.subject.several)"] }
    var maskCount = 0
    let lines = parts.flatMap { part in
      let files = maskFiles.map { part.maskFiles(among: $0, after: &maskCount) }
      return part.lines(OutputText(subject: format.subject, listsAll: listsAll, maskFiles: files))
    }
    return ["\(format.title):"] + lines
  }
}

package struct OutputText {
  let subject: OutputFormat.Subject
  let listsAll: Bool
  /// The files of the part's masks; nil where none are written.
  let maskFiles: [String]?

  /// The number of elements of a list to show, out of `count`.
  func shown(_ count: Int, atMost limit: Int) -> Int { listsAll ? count : min(limit, count) }

  /// A value with its name: `      score        : 0.98396`.
  static func field(_ name: String, _ value: String, width: Int = 13) -> String {
    "      " + name.padding(toLength: width, withPad: " ", startingAt: 0) + ": " + value
  }

  /// A score with five decimals: `0.98396`.
  static func score(_ value: Float) -> String { String(format: "%.5f", Double(value)) }

  /// A coordinate with six decimals, or with an exponent below 1e-4: `-3.41E-7`.
  static func coordinate(_ value: Float) -> String {
    guard value != 0, abs(value) < 1e-4, value.isFinite else { return String(format: "%.6f", Double(value)) }
    let exponent = Int(log10(Double(abs(value))).rounded(.down))
    return String(format: "%.2f", Double(value) / pow(10, Double(exponent))) + "E\(exponent)"
  }
}
