import Foundation
import VisionImaging

/// A task's result as parts. Encoders, drawings and the page use the parts only, so that a new task needs no change
/// there.
package protocol TaskOutput: Sendable {
  /// The task's name and the formats of its parts.
  static var format: OutputFormat { get }

  /// The parts, in the order of the format: always all of them, so that those of several images can be put side by
  /// side.
  var parts: [any OutputPart] { get }
}

extension TaskOutput {
  package var format: OutputFormat { Self.format }

  package var isEmpty: Bool { parts.allSatisfy(\.isEmpty) }

  /// The subjects, each with its best categories or its position.
  var summary: String {
    let subjects = parts.lazy.map { $0.summaries(categories) }.first { !$0.isEmpty } ?? []
    if subjects.isEmpty { return "no \(format.subject.several)" }
    let noun = subjects.count == 1 ? format.subject.one : format.subject.several
    return "\(subjects.count) \(noun): " + subjects.joined(separator: "; ")
  }
}

/// The names and the formats of a task's output, known without a result. Encoded, it tells the page what to draw and to
/// list.
package struct OutputFormat: Sendable, Encodable {
  package struct Subject: Sendable, Hashable, Encodable {
    package let one, several: String

    package init(one: String, several: String) { (self.one, self.several) = (one, several) }

    package var title: String { one.prefix(1).uppercased() + one.dropFirst() }

    package static let hand = Subject(one: "hand", several: "hands")
    package static let person = Subject(one: "person", several: "people")
    package static let face = Subject(one: "face", several: "faces")
    package static let object = Subject(one: "object", several: "objects")
  }

  package let task: String
  /// The headline of the text output, such as `GestureRecognizerResult`.
  package let title: String
  package let subject: Subject
  package let parts: [any PartFormat]

  package init(task: String, title: String, subject: Subject, parts: [any PartFormat]) {
    (self.task, self.title, self.subject, self.parts) = (task, title, subject, parts)
  }

  private enum CodingKeys: String, CodingKey { case subject, parts }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(subject, forKey: .subject)
    var list = container.nestedUnkeyedContainer(forKey: .parts)
    for part in parts { try list.encode(part) }
  }
}

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
    "      " + name.padded(to: width) + ": " + value
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
