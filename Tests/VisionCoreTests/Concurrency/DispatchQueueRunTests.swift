import Foundation
import Testing
import VisionCore

@Suite("Blocking work awaited by tasks", .timeLimit(.minutes(1)))
struct DispatchQueueRunTests {
  struct Failure: Error {}

  private let queue = DispatchQueue(label: "test")

  @Test("Results and errors of the work are the caller's")
  func results() async throws {
    #expect(try await queue.run { 1 } == 1)
    #expect(try await queue.runUntilCancelled { $0() ? 2 : 0 } == 2)
    await #expect(throws: Failure.self) { try await queue.run { throw Failure() } }
    await #expect(throws: Failure.self) { try await queue.runUntilCancelled { _ in throw Failure() } }
  }

  @Test("A cancelled task goes on at once, while its work blocks; the work can ask whether it is wanted")
  func cancelled() async throws {
    let (begun, gate, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Locked<Bool?>(nil))
    let task = Task { [queue] in
      try await queue.runUntilCancelled { isWanted in
        begun.signal()
        gate.wait()
        ended.withLock { $0 = isWanted() }
      }
    }
    try await DispatchQueue.global().run { begun.wait() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(ended.withLock { $0 } == nil)
    gate.signal()
    try await queue.run {}
    #expect(ended.withLock { $0 } == false)
  }

  @Test("Work that has not begun when its task is cancelled never runs")
  func neverBegun() async throws {
    let (gate, runs) = (DispatchSemaphore(value: 0), Locked(0))
    queue.async { gate.wait() }
    let tasks = (0..<3).map { _ in
      Task { [queue] in try await queue.runUntilCancelled { _ in runs.withLock { $0 += 1 } } }
    }
    let late = Task { [queue] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await queue.runUntilCancelled { _ in runs.withLock { $0 += 1 } }
    }
    for task in tasks { task.cancel() }
    for task in tasks + [late] { await #expect(throws: CancellationError.self) { try await task.value } }
    gate.signal()
    try await queue.run {}
    #expect(runs.withLock { $0 } == 0)
  }

  @Test("Other work is waited for until it ends, also by a cancelled task")
  func uncancelled() async throws {
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let task = Task { [queue] in
      try await queue.run {
        begun.signal()
        gate.wait()
        return 3
      }
    }
    try await DispatchQueue.global().run { begun.wait() }
    task.cancel()
    gate.signal()
    #expect(try await task.value == 3)
  }
}
