/// A figure that a round has of either side.
struct BenchFigure: Sendable {
  let name: String
  /// The figure of one side of one round; nil when it was not measured.
  let value: @Sendable (BenchRound.Side) -> Double?

  static let median = BenchFigure(name: "median a frame, ms") { $0.calls.callMilliseconds.median }
  static let p95 = BenchFigure(name: "95th percentile, ms") { $0.calls.callMilliseconds.percentile(0.95) }
  static let rate = BenchFigure(name: "frames a second") { side in
    let times = side.calls.callMilliseconds
    return times.isEmpty ? nil : 1000 * Double(times.count) / times.reduce(0, +)
  }
  static let processorTime = BenchFigure(name: "processor time a frame, ms") { $0.calls.cpuMilliseconds }
  static let making = BenchFigure(name: "making the task, ms") { $0.calls.initMilliseconds }
  static let start = BenchFigure(name: "process start to first result, ms") { $0.coldStart.coldStartMilliseconds }
  static let memory = BenchFigure(name: "peak memory, MB") { $0.calls.peakMegabytes }
  static let found = BenchFigure(name: "frames with a result") { Double($0.calls.callsWithResult) }

  /// In the order of the tables.
  static let all = [median, p95, rate, processorTime, making, start, memory, found]
}
