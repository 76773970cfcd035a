import Foundation

/// The figures of all rounds, as a table and as JSON.
struct BenchReport: Codable {
  let input: String
  let spec: BenchSpec
  /// Decoding a frame, apart from the task.
  let decodeMilliseconds: [Double]
  var rounds: [BenchRound] = []
  /// Present when allocations were counted.
  var allocations: BenchFigures?

  func jsonData() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self)
  }

  /// Markdown: the figures of both sides with their ratio, then our stages.
  var text: String {
    ([heading] + figureTable + [""] + stageTable + allocationLines).joined(separator: "\n")
  }

  private var heading: String {
    let source = spec.mode == "video" ? "\(spec.timestamps.count) frames" : "\(spec.repeats) calls"
    return "\(spec.task), \(spec.mode) mode, \(input) (\(spec.width) x \(spec.height), \(source)), "
      + "\(rounds.count) rounds, medians\n"
  }

  private var figureTable: [String] {
    [
      "| figure | ours | MediaPipe | ratio (lowest to highest) |", "| --- | --- | --- | --- |",
      row("median a frame, ms", { $0.calls.callMilliseconds.median }),
      row("95th percentile, ms", { $0.calls.callMilliseconds.percentile(0.95) }),
      row("frames a second", { 1000 / Self.mean($0.calls.callMilliseconds) }),
      row("processor time a frame, ms", { $0.calls.cpuMilliseconds ?? .nan }),
      row("making the task, ms", { $0.calls.initMilliseconds ?? .nan }),
      row("process start to first result, ms", { $0.coldStart.coldStartMilliseconds ?? .nan }),
      row("peak memory, MB", { $0.calls.peakMegabytes ?? .nan }),
      row("frames with a result", { Double($0.calls.callsWithResult) }),
    ]
  }

  private func row(_ name: String, _ figure: (BenchRound.Side) -> Double) -> String {
    let ours = rounds.map { figure($0.ours) }
    let pairs = rounds.compactMap { round in round.theirs.map { (figure(round.ours), figure($0)) } }
    let ratios = pairs.map { $0.0 / $0.1 }
    let theirs = pairs.isEmpty ? "-" : Self.number(pairs.map(\.1).median)
    let ratio =
      ratios.isEmpty
      ? "-" : "\(Self.number(ratios.median)) (\(Self.number(ratios.min() ?? 0)) to \(Self.number(ratios.max() ?? 0)))"
    return "| \(name) | \(Self.number(ours.median)) | \(theirs) | \(ratio) |"
  }

  private var stageTable: [String] {
    var lines = [
      "| our stage | runs a frame | median, ms | 95th percentile, ms |", "| --- | --- | --- | --- |",
      "| decode the input | 1 | \(Self.number(decodeMilliseconds.median)) | "
        + "\(Self.number(decodeMilliseconds.percentile(0.95))) |",
    ]
    for name in rounds.first?.ours.calls.stages.map(\.name) ?? [] {
      let stages = rounds.compactMap { $0.ours.calls.stages.first { $0.name == name } }
      lines.append(
        "| \(name) | \(Self.number(stages.map(\.runsPerFrame).median)) | "
          + "\(Self.number(stages.map(\.medianMilliseconds).median)) | "
          + "\(Self.number(stages.map(\.p95Milliseconds).median)) |")
    }
    return lines
  }

  private var allocationLines: [String] {
    guard let inPipeline = allocations?.pipelineAllocations, let inTask = allocations?.resultAllocations else {
      return []
    }
    return [
      "",
      "Allocations a frame once warm: \(Self.number(inPipeline)) from pixels to what was found, \(Self.number(inTask)) with the "
        + "public result.",
    ]
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(values.count, 1)) }

  /// Three digits are as much as the machine's noise allows.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    return String(format: abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.3f", value)
  }
}
