import VisionModels

/// Records the duration of each stage of a pipeline, for benchmarks only. Stages may run concurrently.
package final class StageRecorder: Sendable {
  private struct State {
    var samples: [String: [Duration]] = [:]
    var order: [String] = []
    var macs: [String: MACs] = [:]
  }

  private let clock = ContinuousClock()
  private let state = Locked(State())

  package init() {}

  package var stages: [(name: String, durations: [Duration])] {
    state.withLock { state in state.order.map { ($0, state.samples[$0] ?? []) } }
  }

  package func macs(of stage: String) -> MACs? { state.withLock { $0.macs[stage] } }

  package func removeAll() {
    state.withLock { state in
      state.samples.removeAll()
      state.order.removeAll()
    }
  }

  func note(_ macs: MACs, of stage: String) { state.withLock { $0.macs[stage] = macs } }

  fileprivate func measure<Result>(_ stage: String, _ body: () throws -> Result) rethrows -> Result {
    let start = clock.now
    defer {
      let duration = clock.now - start
      state.withLock { state in
        if state.samples[stage] == nil { state.order.append(stage) }
        state.samples[stage, default: []].append(duration)
      }
    }
    return try body()
  }
}

extension StageRecorder? {
  @inline(__always)
  func measure<Result>(_ stage: String, _ body: () throws -> Result) rethrows -> Result {
    switch self {
    case .none: try body()
    case .some(let recorder): try recorder.measure(stage, body)
    }
  }
}
