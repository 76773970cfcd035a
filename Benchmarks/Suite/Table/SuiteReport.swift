import VisionCore
import VisionTasks

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
    (name, input, limits) = (row.name, row.file, row.limitsHere)
    figures = SuiteFigures(report, limits: row.limitsHere)
    self.report = report
    notMeasured = nil
  }

  init(_ row: SuiteRow, notMeasured reason: String) {
    (name, input, limits) = (row.name, row.file, row.limitsHere)
    (figures, report) = (nil, nil)
    notMeasured = reason
  }
}

/// A row's figures and their limits.
struct SuiteFigures: Codable, Sendable {
  /// The median time per frame, in milliseconds.
  let ours: Double?
  /// MediaPipe's median time per frame, in milliseconds.
  let theirs: Double?
  let time: LimitedRatio?
  let processorTime: LimitedRatio?
  let start: LimitedRatio?
  let memory: LimitedRatio?
  /// The time of sampling and decoding as a share of inference.
  let preparation: Double?
  /// Whether `preparation` is within its limit; nil without one.
  let preparationHolds: Bool?
  let roofline: Roofline?

  init(_ report: BenchReport, limits: BenchmarkLimits) {
    func limited(_ figure: BenchFigure, _ limit: Double?) -> LimitedRatio? {
      report.ratio(figure).map { LimitedRatio(spread: $0, limit: limit) }
    }
    ours = report.ours(.median)
    theirs = report.theirs(.median)
    time = limited(.median, limits.time)
    processorTime = limited(.processorTime, limits.processorTime)
    start = limited(.start, limits.start)
    memory = limited(.memory, limits.memory)
    preparation = report.stages.preparationShare
    preparationHolds =
      if let preparation, let limit = limits.preparation { preparation <= limit } else { nil }
    roofline = report.roofline
  }
}

extension SuiteReport {
  /// Markdown: the machine, the table, sizes, streams, and the stages of every row.
  var text: String {
    (introduction + [""] + table + missing + peakLine + size.lines(before: "") + streamLines + stageLines)
      .joined(separator: "\n") + "\n"
  }

  private var introduction: [String] {
    [
      "\(date). \(machine.text). Ours \(versions.ours), LiteRT \(versions.liteRT), MediaPipe "
        + "\(versions.mediaPipe ?? "not compared").",
      "Medians of \(rounds) interleaved rounds; ratios are ours ÷ MediaPipe's, with the lowest and highest round in "
        + "parentheses, then the limit and whether it holds.",
    ]
  }

  private static let titles = [
    "work", "input", "ours, ms", "MediaPipe, ms", "time", "CPU time", "start to first result", "peak memory",
    "sampling and decoding ÷ inference", "minimum, ms", "ours ÷ minimum",
  ]

  private var table: [String] {
    guard !rows.isEmpty || !batches.isEmpty else { return [] }
    return FigureText.heading(Self.titles) + rows.map { FigureText.row($0.cells) }
      + batches.map { batch in
        let first = [
          batch.row.name, batch.imageCount.counted("image"), FigureText.text(batch.ours),
          FigureText.text(batch.theirs),
          batch.ratio?.text ?? "-",
        ]
        return FigureText.row(first + Array(repeating: "-", count: Self.titles.count - first.count))
      }
  }

  private var missing: [String] {
    let rows = rows.compactMap { row in row.notMeasured.map { "\(row.name): \($0)" } }
    return (rows + notMeasured).flatMap { ["", "**Not measured:** \($0)"] }
  }

  private var peakLine: [String] {
    guard let peak = bestPeak else { return [] }
    return [
      "",
      "The minimum time is the MACs of the executed operators ÷ the machine's peak rate, measured between the row's rounds "
        + "with as many threads. The highest peak of all rows was \(FigureText.text(peak.floatPerSecond / 1e9)) billion "
        + "float32 MACs and \(FigureText.text(peak.bytePerSecond / 1e9)) billion int8 MACs per second in \(peak.threads) "
        + "threads.",
    ]
  }

  private var streamLines: [String] { streams.flatMap { [""] + $0.lines } }

  private var stageLines: [String] {
    rows.flatMap { row in
      row.report.map { ["", "Stages of \(row.name), \(row.input)", ""] + $0.stageTable + $0.notes } ?? []
    }
  }
}

extension SuiteResult {
  /// The cells of a table row.
  fileprivate var cells: [String] {
    guard let figures else { return [name, input, "not measured"] + Array(repeating: "-", count: 8) }
    return [
      name, input, FigureText.text(figures.ours), FigureText.text(figures.theirs), figures.time?.text ?? "-",
      figures.processorTime?.text ?? "-", figures.start?.text ?? "-", figures.memory?.text ?? "-",
      FigureText.text(figures.preparation) + LimitedRatio.verdict(figures.preparationHolds, limits.preparation),
      FigureText.text(figures.roofline?.minMilliseconds), FigureText.text(figures.roofline?.distance),
    ]
  }
}

extension InstalledSize? {
  /// The table after a line; empty if not measured.
  fileprivate func lines(before first: String) -> [String] { map { [first] + $0.lines } ?? [] }
}
