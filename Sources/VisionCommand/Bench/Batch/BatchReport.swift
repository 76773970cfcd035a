import VisionTasks

/// The measurements of a folder of images.
struct BatchReport: Codable, Sendable {
  /// The time of each side for the whole folder, in seconds.
  struct Round: Codable, Sendable {
    let ours: Double
    let theirs: Double?
  }

  let row: BatchRow
  let imageCount: Int
  /// The number of MediaPipe's processes.
  let processes: Int
  var rounds: [Round] = []

  /// Milliseconds per image; nil before the first round.
  var ours: Double? { perImage(rounds.map(\.ours)) }
  /// Milliseconds per image; nil without MediaPipe.
  var theirs: Double? { perImage(rounds.compactMap(\.theirs)) }

  /// Ours ÷ MediaPipe's; nil without MediaPipe.
  var ratio: LimitedRatio? {
    RatioSpread(rounds.compactMap { round in round.theirs.map { (round.ours, $0) } })
      .map { LimitedRatio(spread: $0, limit: row.limit) }
  }

  private func perImage(_ seconds: [Double]) -> Double? {
    seconds.isEmpty ? nil : 1000 * seconds.median / Double(max(imageCount, 1))
  }

  /// A Markdown table of several reports.
  static func table(_ reports: [BatchReport]) -> [String] {
    FigureText.heading(["work", "images", "ours, ms per image", "MediaPipe", "ratio (lowest to highest), limit"])
      + reports.map { report in
        FigureText.row([
          report.row.name, "\(report.imageCount)", FigureText.text(report.ours), FigureText.text(report.theirs),
          report.ratio?.text ?? "-",
        ])
      }
  }
}
