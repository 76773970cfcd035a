import VisionModels

/// One stage of our pipeline: its runs per frame and its times.
struct BenchStage: Codable, Sendable {
  /// The kind of a stage.
  enum Kind: String, Codable, Sendable {
    /// Sampling pixels into a model's input.
    case sample
    /// Inference.
    case infer
    /// Decoding a model's outputs.
    case decode
    /// A step after the task: tracking or drawing.
    case downstream
  }

  /// The name of the tracking stage.
  static let track = "track"
  /// The name of the drawing stage.
  static let draw = "draw"

  var name: String
  var runsPerFrame: Double
  var medianMilliseconds: Double
  var p95Milliseconds: Double
  /// The MACs of one run; nil if no model runs.
  var macs: MACs?

  /// The kind, derived from the stage's name.
  var kind: Kind {
    switch name {
    case Self.track, Self.draw: .downstream
    case _ where name.hasSuffix(": sample"): .sample
    case _ where macs != nil || name.hasSuffix(": infer"): .infer
    default: .decode
    }
  }

  /// The stage's time per frame.
  var millisecondsPerFrame: Double { runsPerFrame * medianMilliseconds }
}

extension BenchStage {
  /// Summarizes the times of all runs.
  init(name: String, durations: [Duration], frameCount: Int, macs: MACs? = nil) {
    let milliseconds = durations.map(\.milliseconds)
    self.init(
      name: name, runsPerFrame: Double(milliseconds.count) / Double(max(frameCount, 1)),
      medianMilliseconds: milliseconds.median, p95Milliseconds: milliseconds.percentile(0.95),
      macs: macs)
  }
}

extension [BenchStage] {
  /// The time of sampling and decoding as a share of inference; nil without inference.
  var preparationShare: Double? {
    let inference = milliseconds(of: .infer)
    return inference > 0 ? (milliseconds(of: .sample) + milliseconds(of: .decode)) / inference : nil
  }

  /// The mean MACs per frame, by operand type. A model may run in some frames only.
  var macsPerFrame: (float: Double, byte: Double) {
    reduce(into: (0.0, 0.0)) { sum, stage in
      guard let work = stage.macs else { return }
      sum.0 += stage.runsPerFrame * Double(work.float)
      sum.1 += stage.runsPerFrame * Double(work.byte)
    }
  }

  private func milliseconds(of kind: BenchStage.Kind) -> Double {
    filter { $0.kind == kind }.reduce(0) { $0 + $1.millisecondsPerFrame }
  }
}
