import VisionTasks

/// What became of a row: its measurement, or why there is none.
struct SuiteResult: Codable, Sendable {
  let name: String
  /// The input's file name.
  let input: String
  let limits: BenchmarkLimits
  /// Nil for a row that was not measured.
  let figures: SuiteFigures?
  /// All that was measured, round by round; nil likewise.
  let report: BenchReport?
  /// Why the row was not measured; nil when it was.
  let notMeasured: String?

  init(_ row: SuiteRow, _ report: BenchReport) {
    (name, input, limits) = (row.name, row.file, row.limits)
    figures = SuiteFigures(report, limits: row.limits)
    self.report = report
    notMeasured = nil
  }

  init(_ row: SuiteRow, notMeasured reason: String) {
    (name, input, limits) = (row.name, row.file, row.limits)
    (figures, report) = (nil, nil)
    notMeasured = reason
  }
}
