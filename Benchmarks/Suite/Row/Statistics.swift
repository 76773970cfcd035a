import Foundation

extension Array where Element == Double {
  /// The percentile by nearest rank, for a share in 0...1; 0 for an empty array.
  func percentile(_ share: Double) -> Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return sorted[Swift.min(Int(Double(count) * share), count - 1)]
  }

  /// The median; 0 for an empty array.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2
  }
}

extension Duration {
  /// The duration in milliseconds.
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15
  }
}

/// The ratios of our figures to MediaPipe's over several rounds.
struct RatioSpread: Codable, Hashable, Sendable {
  let median: Double
  let lowest: Double
  let highest: Double

  /// Nil if no round has a finite ratio.
  ///
  /// - Parameter pairs: Our figure and MediaPipe's of each round; pairs without a finite ratio are ignored.
  init?(_ pairs: [(ours: Double, theirs: Double)]) {
    let ratios = pairs.map { $0.ours / $0.theirs }.filter(\.isFinite)
    guard let lowest = ratios.min(), let highest = ratios.max() else { return nil }
    median = ratios.median
    self.lowest = lowest
    self.highest = highest
  }

  /// For example `0.477 (0.470 to 0.485)`.
  var text: String {
    "\(FigureText.text(median)) (\(FigureText.text(lowest)) to \(FigureText.text(highest)))"
  }
}

/// A ratio and its limit.
struct LimitedRatio: Codable, Hashable, Sendable {
  let spread: RatioSpread
  /// The maximum for the median; nil for no limit.
  let limit: Double?
  /// Whether the median is within the limit; nil without one.
  let holds: Bool?

  init(spread: RatioSpread, limit: Double?) {
    self.spread = spread
    self.limit = limit
    holds = limit.map { spread.median <= $0 }
  }

  /// For example `0.352 (0.340 to 0.361), 0.40 holds`.
  var text: String { spread.text + Self.verdict(holds, limit) }

  /// For example `, 0.40 missed`; empty without a limit.
  static func verdict(_ holds: Bool?, _ limit: Double?) -> String {
    guard let holds, let limit else { return "" }
    return String(format: ", %.2f ", limit) + (holds ? "holds" : "missed")
  }
}

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
