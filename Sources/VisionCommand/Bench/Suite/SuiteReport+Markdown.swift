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
