import Foundation

/// Numbers in tables.
enum FigureText {
  /// Three digits are as much as the machine's noise allows; a dash for what is no number.
  static func text(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "-" }
    return String(format: abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.3f", value)
  }

  /// A line of a Markdown table.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// The first two lines of a Markdown table.
  static func heading(_ titles: [String]) -> [String] { [row(titles), row(titles.map { _ in "---" })] }
}
