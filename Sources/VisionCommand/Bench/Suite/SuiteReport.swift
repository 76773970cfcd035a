/// All measurements of the suite.
struct SuiteReport: Codable, Sendable {
  /// The compared versions.
  struct Versions: Codable, Hashable, Sendable {
    /// This package's version.
    let ours: String
    let liteRT: String
    /// Nil without MediaPipe.
    let mediaPipe: String?
  }

  let date: String
  let machine: MachineDescription
  let versions: Versions
  let rounds: Int
  var rows: [SuiteResult] = []
  /// Folders of images; empty if none was given.
  var batches: [BatchReport] = []
  /// Concurrent streams.
  var streams: [StreamsReport] = []
  /// The installed size; nil if not measured.
  var size: InstalledSize?
  /// Measurements other than rows that failed, with reasons.
  var notMeasured: [String] = []

  /// The highest peak of all rows; nil before the first row.
  var bestPeak: MachinePeak? {
    let peaks = rows.compactMap { $0.report?.peak }
    return peaks.dropFirst().reduce(peaks.first) { best, peak in best?.better(peak) }
  }
}
