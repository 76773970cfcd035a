import Foundation
import MediaPipeTasksVision

/// A pipeline whose work the test decides, and which notes what it was given.
///
/// The runner promises to call it from one thread at a time; `overlaps` counts breaches of that.
final class FakePipeline: VisionPipeline {
  /// What was seen; shared with the test. Sendable because everything is touched under the lock only.
  final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var timestampsSeen: [Int] = []
    private var active = 0
    private var overlapCount = 0
    private var resetCount = 0

    var timestamps: [Int] { lock.withLock { timestampsSeen } }
    var overlaps: Int { lock.withLock { overlapCount } }
    var resets: Int { lock.withLock { resetCount } }

    func enter(_ timestamp: Int) {
      lock.withLock {
        timestampsSeen.append(timestamp)
        active += 1
        if active > 1 { overlapCount += 1 }
      }
    }

    func leave() { lock.withLock { active -= 1 } }
    func reset() { lock.withLock { resetCount += 1 } }
  }

  let log: Log
  private let work: @Sendable (Int) throws -> Void

  init(log: Log, work: @escaping @Sendable (Int) throws -> Void = { _ in }) {
    self.log = log
    self.work = work
  }

  func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> TaskResult {
    log.enter(timestampInMilliseconds)
    defer { log.leave() }
    try work(timestampInMilliseconds)
    return TaskResult(timestampInMilliseconds: timestampInMilliseconds)
  }

  func reset() { log.reset() }
}

/// What a live stream delivered. Sendable because everything is touched under the lock only.
final class Deliveries: @unchecked Sendable {
  struct Delivery: Sendable {
    let timestamp: Int
    let failed: Bool
    let isOnDeliveryQueue: Bool
  }

  /// Marks the delivery queue of a runner, for tests that ask where a delivery came.
  static let queueKey = DispatchSpecificKey<Int>()

  private let lock = NSCondition()
  private var deliveries: [Delivery] = []
  private var active = 0
  private var overlapCount = 0

  var all: [Delivery] { lock.withLock { deliveries } }
  var overlaps: Int { lock.withLock { overlapCount } }

  /// Notes a delivery; `hold` keeps the delegate busy meanwhile.
  func add(_ result: Result<TaskResult, any Error>, _ timestamp: Int, hold: () -> Void = {}) {
    lock.withLock {
      active += 1
      if active > 1 { overlapCount += 1 }
    }
    hold()
    let failed = if case .failure = result { true } else { false }
    let isOnDeliveryQueue = DispatchQueue.getSpecific(key: Self.queueKey) != nil
    lock.lock()
    deliveries.append(Delivery(timestamp: timestamp, failed: failed, isOnDeliveryQueue: isOnDeliveryQueue))
    active -= 1
    lock.broadcast()
    lock.unlock()
  }

  /// Waits until there are `count` deliveries; false when that takes more than ten seconds.
  func wait(for count: Int) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 10)
    lock.lock()
    defer { lock.unlock() }
    while deliveries.count < count {
      if !lock.wait(until: deadline) { return false }
    }
    return true
  }
}
