/// All that the suite measured.
struct SuiteReport: Codable, Sendable {
  /// What is compared.
  struct Versions: Codable, Hashable, Sendable {
    /// This package's.
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
  /// Folders of images; empty when none was given.
  var batches: [BatchReport] = []
  /// Several streams at a time.
  var streams: [StreamsReport] = []
  /// Nil when it was not measured.
  var size: InstalledSize?
  /// What besides rows was not measured, and why.
  var notMeasured: [String] = []

  /// The best peak of all rows, which one row's neighbours may have hidden; nil before the first row.
  var bestPeak: MachinePeak? {
    let peaks = rows.compactMap { $0.report?.peak }
    return peaks.dropFirst().reduce(peaks.first) { best, peak in best?.better(peak) }
  }
}
