import VisionModels

/// One stage of our pipeline: how often it ran in a frame, and how long it took each time.
struct BenchStage: Codable, Sendable {
  /// What a stage is for.
  enum Kind: String, Codable, Sendable {
    /// Filling a model's input with pixels.
    case sample
    /// Running a model.
    case infer
    /// Making results of a model's outputs.
    case decode
    /// What is no part of the task: following what was found, and drawing it.
    case afterwards
  }

  /// The stage of following objects.
  static let track = "track"
  /// The stage of drawing what was found.
  static let draw = "draw"

  var name: String
  var runsPerFrame: Double
  var medianMilliseconds: Double
  var p95Milliseconds: Double
  /// The MACs of a run; nil where no model runs.
  var multiplyAdds: MACs?

  /// The pipelines name their stages by it.
  var kind: Kind {
    switch name {
    case Self.track, Self.draw: .afterwards
    case _ where name.hasSuffix(": sample"): .sample
    case _ where multiplyAdds != nil || name.hasSuffix(": infer"): .infer
    default: .decode
    }
  }

  /// What the stage takes of a frame.
  var millisecondsPerFrame: Double { runsPerFrame * medianMilliseconds }
}

extension BenchStage {
  /// A stage of which every run was timed.
  init(name: String, durations: [Duration], frameCount: Int, multiplyAdds: MACs? = nil) {
    let milliseconds = durations.map(\.milliseconds)
    self.init(
      name: name, runsPerFrame: Double(milliseconds.count) / Double(max(frameCount, 1)),
      medianMilliseconds: milliseconds.median, p95Milliseconds: milliseconds.percentile(0.95),
      multiplyAdds: multiplyAdds)
  }
}

extension [BenchStage] {
  /// What sampling and decoding of results take of a frame, as a share of inference; nil when nothing was inferred.
  var preparationShare: Double? {
    let inference = milliseconds(of: .infer)
    return inference > 0 ? (milliseconds(of: .sample) + milliseconds(of: .decode)) / inference : nil
  }

  /// The MACs of a frame, by the type of what is multiplied; fractions because a model may run in some frames only.
  var multiplyAddsPerFrame: (float: Double, byte: Double) {
    reduce(into: (0.0, 0.0)) { sum, stage in
      guard let work = stage.multiplyAdds else { return }
      sum.0 += stage.runsPerFrame * Double(work.float)
      sum.1 += stage.runsPerFrame * Double(work.byte)
    }
  }

  private func milliseconds(of kind: BenchStage.Kind) -> Double {
    filter { $0.kind == kind }.reduce(0) { $0 + $1.millisecondsPerFrame }
  }
}
