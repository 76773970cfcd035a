import Foundation
import VisionModels

/// Notes how long each stage of a pipeline takes, for benchmarks. Pipelines run without one otherwise.
///
/// Sendable because the samples are touched under the lock only; stages may run side by side.
package final class StageRecorder: @unchecked Sendable {
  private let lock = NSLock()
  private let clock = ContinuousClock()
  private var samples: [String: [Duration]] = [:]
  private var order: [String] = []
  private var work: [String: MACs] = [:]

  package init() {}

  /// The stages in the order in which they first ran, each with its durations.
  package var stages: [(name: String, durations: [Duration])] {
    lock.withLock { order.map { ($0, samples[$0] ?? []) } }
  }

  /// The MACs of a run of a stage; nil for one that runs no model.
  package func macs(of stage: String) -> MACs? { lock.withLock { work[stage] } }

  /// Forgets the durations.
  package func removeAll() {
    lock.withLock {
      samples.removeAll()
      order.removeAll()
    }
  }

  /// Takes note of the MACs of a run of a stage.
  func note(_ macs: MACs, of stage: String) { lock.withLock { work[stage] = macs } }

  fileprivate func measure<Result>(_ stage: String, _ body: () throws -> Result) rethrows -> Result {
    let start = clock.now
    defer {
      let duration = clock.now - start
      lock.withLock {
        if samples[stage] == nil { order.append(stage) }
        samples[stage, default: []].append(duration)
      }
    }
    return try body()
  }
}

extension StageRecorder? {
  /// Runs a stage, and notes its time where there is a recorder.
  @inline(__always)
  func measure<Result>(_ stage: String, _ body: () throws -> Result) rethrows -> Result {
    switch self {
    case .none: try body()
    case .some(let recorder): try recorder.measure(stage, body)
    }
  }
}
