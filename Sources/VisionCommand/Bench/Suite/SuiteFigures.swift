import VisionTasks

/// A row's figures beside their limits.
struct SuiteFigures: Codable, Sendable {
  /// The median time of a frame, in milliseconds.
  let ours: Double?
  /// The same of MediaPipe.
  let theirs: Double?
  let time: LimitedRatio?
  let processorTime: LimitedRatio?
  let start: LimitedRatio?
  let memory: LimitedRatio?
  /// Sampling and decoding of results as a share of inference.
  let preparation: Double?
  /// Whether that keeps to its limit; nil without one.
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
