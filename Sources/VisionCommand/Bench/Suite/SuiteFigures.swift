import VisionTasks

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
