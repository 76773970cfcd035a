/// Ratios of ours to MediaPipe's over several rounds.
struct RatioSpread: Codable, Hashable, Sendable {
  let median: Double
  let lowest: Double
  let highest: Double

  /// Nil when no round has both sides.
  ///
  /// - Parameter pairs: Ours and MediaPipe's figure of each round; pairs that have no ratio are left out.
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
