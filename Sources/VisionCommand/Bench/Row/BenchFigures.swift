/// The measurements of one worker process.
struct BenchFigures: Codable, Sendable {
  /// From process start to the first result; nil in a run of calls.
  var coldStartMilliseconds: Double?
  /// Creating the task, including the model.
  var initMilliseconds: Double?
  /// The time of every call but the first, in order.
  var callMilliseconds: [Double] = []
  /// CPU time per call, all threads.
  var cpuMilliseconds: Double?
  /// Peak resident memory.
  var peakMegabytes: Double?
  /// The number of calls with a non-empty result, including the first. Both sides should agree.
  var callsWithResult = 0
  /// Allocations per frame of the pipeline after warm-up; nil if not counted.
  var pipelineAllocations: Double?
  /// Allocations per frame including the public result; nil if not counted.
  var resultAllocations: Double?
  /// The stages in execution order; empty for MediaPipe.
  var stages: [BenchStage] = []
  /// Frames per second of all streams together; nil in a run of one stream.
  var framesPerSecond: Double?
}

/// A figure measured on both sides of a round.
struct BenchFigure: Sendable {
  let name: String
  /// The figure of one side of one round; nil if not measured.
  let value: @Sendable (BenchRound.Side) -> Double?

  static let median = BenchFigure(name: "median per frame, ms") { $0.calls.callMilliseconds.median }
  static let p95 = BenchFigure(name: "95th percentile, ms") { $0.calls.callMilliseconds.percentile(0.95) }
  static let rate = BenchFigure(name: "frames per second") { side in
    let times = side.calls.callMilliseconds
    return times.isEmpty ? nil : 1000 * Double(times.count) / times.reduce(0, +)
  }
  static let processorTime = BenchFigure(name: "CPU time per frame, ms") { $0.calls.cpuMilliseconds }
  static let making = BenchFigure(name: "creating the task, ms") { $0.calls.initMilliseconds }
  static let start = BenchFigure(name: "process start to first result, ms") { $0.coldStart.coldStartMilliseconds }
  static let memory = BenchFigure(name: "peak memory, MB") { $0.calls.peakMegabytes }
  static let found = BenchFigure(name: "frames with a result") { Double($0.calls.callsWithResult) }

  /// All figures, in table order.
  static let all = [median, p95, rate, processorTime, making, start, memory, found]
}
