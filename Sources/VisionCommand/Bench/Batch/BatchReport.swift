import VisionTasks

/// What was measured of a folder of images.
struct BatchReport: Codable, Sendable {
  /// The seconds that either side took for the folder.
  struct Round: Codable, Sendable {
    let ours: Double
    let theirs: Double?
  }

  let row: BatchRow
  let pictureCount: Int
  /// MediaPipe's processes.
  let processes: Int
  var rounds: [Round] = []

  /// Milliseconds an image; nil before the first round.
  var ours: Double? { perPicture(rounds.map(\.ours)) }
  /// Milliseconds an image; nil without MediaPipe.
  var theirs: Double? { perPicture(rounds.compactMap(\.theirs)) }

  /// Ours ÷ MediaPipe's; nil without it.
  var ratio: LimitedRatio? {
    RatioSpread(rounds.compactMap { round in round.theirs.map { (round.ours, $0) } })
      .map { LimitedRatio(spread: $0, limit: row.limit) }
  }

  private func perPicture(_ seconds: [Double]) -> Double? {
    seconds.isEmpty ? nil : 1000 * seconds.median / Double(max(pictureCount, 1))
  }

  /// A Markdown table of several.
  static func table(_ reports: [BatchReport]) -> [String] {
    FigureText.heading(["work", "pictures", "ours, ms a picture", "MediaPipe", "ratio (lowest to highest), limit"])
      + reports.map { report in
        FigureText.row([
          report.row.name, "\(report.pictureCount)", FigureText.text(report.ours), FigureText.text(report.theirs),
          report.ratio?.text ?? "-",
        ])
      }
  }
}
