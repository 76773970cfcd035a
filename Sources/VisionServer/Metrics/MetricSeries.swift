import CoreMetrics
import VisionCore

/// A number that only rises.
final class CounterSeries: CounterHandler {
  private let total = Locked<Int64>(0)

  var value: Int64 { total.withLock { $0 } }

  func increment(by amount: Int64) { total.withLock { $0 = $0.addingReportingOverflow(max(amount, 0)).partialValue } }

  func reset() { total.withLock { $0 = 0 } }
}

/// A number that rises and falls.
final class GaugeSeries: MeterHandler {
  private let current = Locked(0.0)

  var value: Double { current.withLock { $0 } }

  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { current.withLock { $0 = value } }
  func increment(by amount: Double) { current.withLock { $0 += amount } }
  func decrement(by amount: Double) { current.withLock { $0 -= amount } }
}

/// Durations in seconds, counted in buckets.
final class HistogramSeries: TimerHandler {
  /// The counts of a histogram.
  struct Counts {
    /// The number of values in each bucket, and of those above the last one.
    var buckets: [Int]
    var sum = 0.0
  }

  /// The buckets' upper bounds in seconds: from a small model's inference to a long wait.
  static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private let state = Locked(Counts(buckets: Array(repeating: 0, count: bounds.count + 1)))

  var counts: Counts { state.withLock { $0 } }

  func recordNanoseconds(_ duration: Int64) {
    let seconds = Double(duration) / 1e9
    let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    state.withLock { counts in
      counts.buckets[place] += 1
      counts.sum += seconds
    }
  }
}
