import VisionCore
import VisionTasks

/// The description of one option of the server: its flag, its environment variable and its key in a configuration file.
package struct ServerOption: Sendable {
  /// The type of an option's values.
  package enum Kind: Sendable, Hashable {
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case text
    case choice([String])
    case toggle
    case list
  }

  /// The prefix of environment variables.
  static let variablePrefix = "VISION_SERVE_"

  /// The flag without its dashes, such as `queue-seconds`.
  package let name: String
  package let kind: Kind
  /// The placeholder of the value in help.
  package let valueName: String
  /// One sentence of help.
  package let help: String
  /// Sets the option to a value of its kind.
  let set: @Sendable (inout ServerOptions, OptionValue) -> Void
  /// The default in help; nil for an option without one.
  package let defaultText: String?

  /// The environment variable, such as `VISION_SERVE_QUEUE_SECONDS`.
  package var variable: String { Self.variablePrefix + name.uppercased().replacing("-", with: "_") }

  /// The key in a configuration file, such as `queueSeconds`.
  package var key: String {
    let words = name.split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  /// Parses a value of the command line or the environment. A list's elements are separated by white space.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - source: The option's name where the text comes from.
  /// - Returns: The value, checked.
  /// - Throws: `TasksError` with `invalidArgumentError`.
  package func value(parsing text: String, source: String) throws -> OptionValue {
    let value: OptionValue? =
      switch kind {
      case .integer, .number: Double(text).map { .number($0) }
      case .text, .choice: .text(text)
      case .toggle: Bool(text).map { .toggle($0) }
      case .list: .names(text.split(whereSeparator: \.isWhitespace).map(String.init))
      }
    guard let value else { throw TasksError.invalidArgument("\(source) is \"\(text)\"; it takes \(kindText).") }
    try check(value, source: source)
    return value
  }

  /// Checks a value's type and range.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError`; the message has the option, the value and what is allowed.
  package func check(_ value: OptionValue, source: String) throws {
    switch (kind, value) {
    case (.toggle, .toggle), (.text, .text), (.list, .names): return
    case (.integer(let range), .number(let number)):
      guard let whole = Int(exactly: number), range.contains(whole) else {
        throw TasksError.invalidArgument("\(source) is \(Self.text(number)); allowed are \(kindText).")
      }
    case (.number(let range), .number(let number)):
      guard range.contains(number) else {
        throw TasksError.invalidArgument("\(source) is \(Self.text(number)); allowed are \(kindText).")
      }
    case (.choice(let names), .text(let text)):
      guard names.contains(text) else {
        throw TasksError.invalidArgument("\(source) is \"\(text)\"; allowed are \(names.joined(separator: ", ")).")
      }
    default: throw TasksError.invalidArgument("\(source) has a value of another kind; it takes \(kindText).")
    }
  }

  private var kindText: String {
    switch kind {
    case .integer(let range):
      range.upperBound == .max
        ? "whole numbers from \(range.lowerBound)" : "whole numbers from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "numbers from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
    case .text: "a text"
    case .choice(let names): "one of \(names.joined(separator: ", "))"
    case .toggle: "true or false"
    case .list: "a list of texts"
    }
  }

  /// A number without a needless fraction.
  static func text(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}
