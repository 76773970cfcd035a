/// The measurements of one task on one input, in all rounds.
struct BenchReport: Codable, Sendable {
  /// The input's file name.
  let input: String
  let spec: BenchSpec
  /// The decoding time of each frame, which is not part of the task's time.
  let decodeMilliseconds: [Double]
  var rounds: [BenchRound] = []
  /// The machine's peak; nil if not measured.
  var peak: MachinePeak?
  /// The allocation counts; nil if not counted.
  var allocations: BenchFigures?
}

extension BenchReport {
  /// The median of our figure over the rounds; nil if not measured.
  func ours(_ figure: BenchFigure) -> Double? { Self.median(rounds.compactMap { figure.value($0.ours) }) }

  /// The median of MediaPipe's figure over the rounds; nil without MediaPipe.
  func theirs(_ figure: BenchFigure) -> Double? { Self.median(rounds.compactMap { $0.theirs.flatMap(figure.value) }) }

  /// Ours ÷ MediaPipe's per round; nil without MediaPipe.
  func ratio(_ figure: BenchFigure) -> RatioSpread? {
    RatioSpread(
      rounds.compactMap { round in
        guard let ours = figure.value(round.ours), let theirs = round.theirs.flatMap(figure.value) else { return nil }
        return (ours, theirs)
      })
  }

  /// Our stages, with medians over the rounds.
  var stages: [BenchStage] {
    (rounds.first?.ours.calls.stages ?? []).map { first in
      let runs = rounds.compactMap { $0.ours.calls.stages.first { $0.name == first.name } }
      return BenchStage(
        name: first.name, runsPerFrame: runs.map(\.runsPerFrame).median,
        medianMilliseconds: runs.map(\.medianMilliseconds).median, p95Milliseconds: runs.map(\.p95Milliseconds).median,
        macs: first.macs)
    }
  }

  /// The comparison with the machine's peak; nil without a peak or a model.
  var roofline: Roofline? {
    guard let peak, let milliseconds = ours(.median) else { return nil }
    return Roofline(stages, peak: peak, milliseconds: milliseconds)
  }

  private static func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.median }
}
