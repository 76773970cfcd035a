/// What was measured of one task on one input, in all rounds.
struct BenchReport: Codable, Sendable {
  /// The input's file name.
  let input: String
  let spec: BenchSpec
  /// Decoding a frame, apart from the task.
  let decodeMilliseconds: [Double]
  var rounds: [BenchRound] = []
  /// The peak of the machine between the rounds; nil when it was not measured.
  var peak: MachinePeak?
  /// Present when allocations were counted.
  var allocations: BenchFigures?
}

extension BenchReport {
  /// Our figure: the median of the rounds; nil when it was not measured.
  func ours(_ figure: BenchFigure) -> Double? { Self.median(rounds.compactMap { figure.value($0.ours) }) }

  /// MediaPipe's figure: the median of the rounds; nil without it.
  func theirs(_ figure: BenchFigure) -> Double? { Self.median(rounds.compactMap { $0.theirs.flatMap(figure.value) }) }

  /// Ours ÷ MediaPipe's of each round; nil without MediaPipe.
  func ratio(_ figure: BenchFigure) -> RatioSpread? {
    RatioSpread(
      rounds.compactMap { round in
        guard let ours = figure.value(round.ours), let theirs = round.theirs.flatMap(figure.value) else { return nil }
        return (ours, theirs)
      })
  }

  /// Our stages: of every figure the median of the rounds.
  var stages: [BenchStage] {
    (rounds.first?.ours.calls.stages ?? []).map { first in
      let runs = rounds.compactMap { $0.ours.calls.stages.first { $0.name == first.name } }
      return BenchStage(
        name: first.name, runsPerFrame: runs.map(\.runsPerFrame).median,
        medianMilliseconds: runs.map(\.medianMilliseconds).median, p95Milliseconds: runs.map(\.p95Milliseconds).median,
        multiplyAdds: first.multiplyAdds)
    }
  }

  /// How far from the machine's limit a frame is; nil without a peak or a model.
  var roofline: Roofline? {
    guard let peak, let milliseconds = ours(.median) else { return nil }
    return Roofline(stages, peak: peak, milliseconds: milliseconds)
  }

  private static func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.median }
}
