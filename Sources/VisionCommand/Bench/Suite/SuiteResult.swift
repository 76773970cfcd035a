import VisionTasks

/// A row's measurement, or why it was not measured.
struct SuiteResult: Codable, Sendable {
  let name: String
  /// The input's file name.
  let input: String
  let limits: BenchmarkLimits
  /// The figures; nil if not measured.
  let figures: SuiteFigures?
  /// All rounds; nil if not measured.
  let report: BenchReport?
  /// Why the row was not measured; nil if it was.
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
