extension SuiteReport {
  /// Markdown: where it was measured, the table, then the stages of every row, streams and sizes.
  var text: String {
    (introduction + [""] + table + missing + peakLine + size.lines(before: "") + streamLines + stageLines)
      .joined(separator: "\n") + "\n"
  }

  private var introduction: [String] {
    [
      "\(date). \(machine.text). Ours \(versions.ours), LiteRT \(versions.liteRT), MediaPipe "
        + "\(versions.mediaPipe ?? "not compared with").",
      "Medians of \(rounds) rounds in which both took turns; ratios are ours ÷ MediaPipe's, with the lowest and highest of a "
        + "round, then the limit and whether it holds.",
    ]
  }

  private static let titles = [
    "work", "input", "ours, ms", "MediaPipe, ms", "time", "processor time", "start to first result", "peak memory",
    "sampling and decoding ÷ inference", "least possible, ms", "ours ÷ least",
  ]

  private var table: [String] {
    guard !rows.isEmpty || !batches.isEmpty else { return [] }
    return FigureText.heading(Self.titles) + rows.map { FigureText.row($0.cells) }
      + batches.map { batch in
        let first = [
          batch.row.name, batch.pictureCount.counted("picture"), FigureText.text(batch.ours),
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
      "The least possible time is the multiply-adds of the operators that really run ÷ the most that the machine did between "
        + "the row's rounds in as many threads; the most of all rows was \(FigureText.text(peak.floatPerSecond / 1e9)) billion "
        + "a second in floating point and \(FigureText.text(peak.bytePerSecond / 1e9)) billion in bytes, in \(peak.threads) "
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
  /// A row of the table.
  fileprivate var cells: [String] {
    guard let figures else { return [name, input, "not measured"] + Array(repeating: "-", count: 8) }
    return [
      name, input, FigureText.text(figures.ours), FigureText.text(figures.theirs), figures.time?.text ?? "-",
      figures.processorTime?.text ?? "-", figures.start?.text ?? "-", figures.memory?.text ?? "-",
      FigureText.text(figures.preparation) + LimitedRatio.verdict(figures.preparationHolds, limits.preparation),
      FigureText.text(figures.roofline?.leastMilliseconds), FigureText.text(figures.roofline?.distance),
    ]
  }
}

extension InstalledSize? {
  /// The sizes behind a line; nothing when they were not measured.
  fileprivate func lines(before first: String) -> [String] { map { [first] + $0.lines } ?? [] }
}
