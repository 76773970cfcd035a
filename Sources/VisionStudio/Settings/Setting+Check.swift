import VisionErrors

extension Setting {
  /// The longest text and the most names that a setting takes.
  private static let longestText = 100
  private static let mostNames = 200

  /// Checks a value from the page.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` that names the setting, the value and what is allowed.
  func check(_ value: SettingValue) throws {
    switch (kind, value) {
    case (.toggle, .toggle): return
    case (.number(let range, _), .number(let number)):
      guard number.isFinite, range?.contains(number) ?? true else {
        throw refusal(
          of: number, allowed: range.map { "\($0.lowerBound.plainText) to \($0.upperBound.plainText)" } ?? "any number")
      }
    case (.integer(let range, let most), .number(let number)):
      // -1 stands for all, as in the API.
      let isAll = initial == .number(-1) && number == -1
      guard isAll || (number.rounded() == number && number >= Double(range.lowerBound) && number <= Double(most)) else {
        throw refusal(of: number, allowed: "whole numbers from \(range.lowerBound) to \(most)")
      }
    case (.text, .text(let text)): try check(text: text)
    case (.names, .names(let names)):
      guard names.count <= Self.mostNames else {
        throw TasksError.invalidArgument(
          "\(key.rawValue) has \(names.count.counted("name")); at most \(Self.mostNames) are allowed.")
      }
      for name in names { try check(text: name) }
    default:
      throw TasksError.invalidArgument("\(key.rawValue) has a value of another kind; it takes \(kindText).")
    }
  }

  private func check(text: String) throws {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "," }
    guard !text.isEmpty, text.count <= Self.longestText, isPlain else {
      throw TasksError.invalidArgument(
        "\(key.rawValue) has an empty, very long or unprintable name; 1 to \(Self.longestText) characters without commas "
          + "and line ends are allowed.")
    }
  }

  private func refusal(of number: Double, allowed: String) -> TasksError {
    TasksError.invalidArgument("\(key.rawValue) is \(number.plainText); allowed are \(allowed).")
  }

  private var kindText: String {
    switch kind {
    case .toggle: "true or false"
    case .number: "a number"
    case .integer: "a whole number"
    case .text: "a text"
    case .names: "a list of names"
    }
  }
}
