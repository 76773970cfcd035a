import Foundation

/// A ratio beside the most that it may be.
struct LimitedRatio: Codable, Hashable, Sendable {
  let spread: RatioSpread
  /// The maximum of the median; nil where nothing was promised.
  let limit: Double?
  /// Whether the median keeps to the limit; nil without one.
  let holds: Bool?

  init(spread: RatioSpread, limit: Double?) {
    self.spread = spread
    self.limit = limit
    holds = limit.map { spread.median <= $0 }
  }

  /// For example `0.352 (0.340 to 0.361), 0.40 holds`.
  var text: String { spread.text + Self.verdict(holds, limit) }

  /// For example `, 0.40 missed`; nothing without a limit.
  static func verdict(_ holds: Bool?, _ limit: Double?) -> String {
    guard let holds, let limit else { return "" }
    return String(format: ", %.2f ", limit) + (holds ? "holds" : "missed")
  }
}
