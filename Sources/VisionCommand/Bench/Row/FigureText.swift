import Foundation

/// Formatting of numbers and tables in Markdown.
enum FigureText {
  /// Three significant digits, which is the precision that the machine's noise allows; a dash for nil and non-finite values.
  static func text(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "-" }
    return String(format: abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.3f", value)
  }

  /// A row of a Markdown table.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// The header rows of a Markdown table.
  static func heading(_ titles: [String]) -> [String] { [row(titles), row(titles.map { _ in "---" })] }
}
