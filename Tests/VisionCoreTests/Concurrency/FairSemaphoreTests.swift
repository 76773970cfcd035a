import Foundation
import Testing
import VisionCore

@testable import VisionCore

@Suite("Fair semaphore", .timeLimit(.minutes(2)))
struct FairSemaphoreTests {
  /// What was done, in order; guarded by its isolation.
  private actor Diary {
    var lines: [String] = []
    var running = 0
    var most = 0
    func note(_ line: String) { lines.append(line) }
    func begin(_ amount: Int) {
      running += amount
      most = max(most, running)
    }
    func end(_ amount: Int) { running -= amount }
  }

  /// Waits until the semaphore has so much available and so many waiters: callers are started one after another.
  private func settle(_ semaphore: FairSemaphore, available: Int, waiting: Int) async throws {
    for _ in 0..<3000 where semaphore.available != available || semaphore.waiting != waiting {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(semaphore.available == available && semaphore.waiting == waiting)
  }

  @Test("The total is never exceeded, every waiter is served, and everything is released")
  func bounded() async throws {
    let (semaphore, diary) = (FairSemaphore(total: 10), Diary())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          // 13 exceeds the total and counts as 10.
          let amount = [1, 3, 10, 13, 0][number % 5]
          try await semaphore.with(amount, for: "\(number % 7)") {
            await diary.begin(min(amount, 10))
            await Task.yield()
            await diary.end(min(amount, 10))
            await diary.note("")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await diary.lines.count == 200)
    #expect(await diary.most <= 10)
    #expect(semaphore.available == 10)
  }

  @Test("Waiters are served round-robin by client, and none overtakes a larger request")
  func fair() async throws {
    let (semaphore, diary) = (FairSemaphore(total: 2), Diary())
    let (stream, gate) = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      try await semaphore.with(2, for: "a") { for await _ in stream { break } }
    }
    try await settle(semaphore, available: 0, waiting: 0)
    var waiting: [Task<Void, any Error>] = []
    // Any two that follow each other exceed the total, so that no two run side by side and note in either order.
    for (client, amount) in [("a", 1), ("a", 2), ("b", 2), ("c", 1)] {
      waiting.append(
        Task { try await semaphore.with(amount, for: client) { await diary.note("\(client)\(amount)") } })
      try await settle(semaphore, available: 0, waiting: waiting.count)
    }
    #expect(await diary.lines.isEmpty)
    gate.yield()
    try await first.value
    for task in waiting { try await task.value }
    #expect(await diary.lines == ["a1", "b2", "c1", "a2"])
  }

  @Test("A client holds at most its maximum, and others proceed meanwhile")
  func part() async throws {
    let semaphore = FairSemaphore(total: 4, maxPerClient: 1)
    let (stream, gate) = AsyncStream.makeStream(of: Void.self)
    let first = Task { try await semaphore.with(1, for: "a") { for await _ in stream { break } } }
    try await settle(semaphore, available: 3, waiting: 0)
    let (diary, second) = (Diary(), Task { try await semaphore.with(1, for: "a") {} })
    try await settle(semaphore, available: 3, waiting: 1)
    try await semaphore.with(1, for: "b") { await diary.note("b") }
    #expect(await diary.lines == ["b"] && semaphore.available == 3)
    gate.yield()
    try await first.value
    try await second.value
    #expect(semaphore.available == 4)
  }

  @Test("A cancelled waiter makes way for the next one; an error releases the amount")
  func cancelled() async throws {
    let semaphore = FairSemaphore(total: 2)
    let (stream, gate) = AsyncStream.makeStream(of: Void.self)
    let first = Task { try await semaphore.with(1, for: "a") { for await _ in stream { break } } }
    try await settle(semaphore, available: 1, waiting: 0)
    let large = Task { try await semaphore.with(2, for: "b") {} }
    try await settle(semaphore, available: 1, waiting: 1)
    let small = Task { try await semaphore.with(1, for: "c") {} }
    try await settle(semaphore, available: 1, waiting: 2)
    large.cancel()
    await #expect(throws: CancellationError.self) { try await large.value }
    try await small.value
    gate.yield()
    try await first.value
    await #expect(throws: CocoaError.self) {
      try await semaphore.with(2, for: "a") { throw CocoaError(.fileNoSuchFile) }
    }
    #expect(semaphore.available == 2)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await semaphore.with(1, for: "a") {}
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(semaphore.available == 2)
  }

  @Test("A thread that blocks waits for its turn among the tasks")
  func blocking() async throws {
    let (semaphore, diary) = (FairSemaphore(total: 2), Diary())
    #expect(semaphore.take(2))
    let task = Task { try await semaphore.with(2) { await diary.note("task") } }
    try await settle(semaphore, available: 0, waiting: 1)
    let thread = Task {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          semaphore.acquireBlocking(1)
          continuation.resume()
        }
      }
      await diary.note("thread")
      semaphore.release(1)
    }
    try await settle(semaphore, available: 0, waiting: 2)
    semaphore.release(2)
    try await task.value
    await thread.value
    #expect(await diary.lines == ["task", "thread"] && semaphore.available == 2)
  }
}

@Suite("Fair queue")
struct FairQueueTests {
  private func all(_ queue: FairQueue<Int>) -> [Int] {
    var (queue, order) = (queue, [Int]())
    while let (client, element) = queue.next(where: { _, _ in true }) {
      order.append(element)
      queue.removeFirst(of: client)
    }
    return order
  }

  @Test("Clients take turns, however much one of them has brought; each one's elements stay in order")
  func turns() {
    var queue = FairQueue<Int>()
    #expect(queue.isEmpty && all(queue).isEmpty)
    for number in 1...4 { queue.append(number, for: "a") }
    for number in 11...12 { queue.append(number, for: "b") }
    queue.append(21, for: "c")
    #expect(!queue.isEmpty && all(queue) == [1, 11, 21, 2, 12, 3, 4])
  }

  @Test("A client that comes back is behind those who wait")
  func comingBack() {
    var queue = FairQueue<Int>()
    queue.append(1, for: "a")
    queue.append(11, for: "b")
    queue.removeFirst(of: "a")
    queue.append(2, for: "a")
    #expect(all(queue) == [11, 2])
  }

  @Test("A client that may not go is passed over and keeps the turn; what is taken out is gone")
  func passing() {
    var queue = FairQueue<Int>()
    for (number, client) in [(1, "a"), (11, "b"), (2, "a")] { queue.append(number, for: client) }
    #expect(queue.next { client, _ in client != "a" }?.element == 11)
    #expect(queue.next { _, _ in true }?.element == 1)
    #expect(queue.remove(of: "a") { $0 == 1 } == 1 && queue.remove(of: "a") { $0 == 1 } == nil)
    #expect(queue.remove(of: "nobody") { _ in true } == nil)
    #expect(all(queue) == [2, 11])
    #expect(queue.remove(of: "b") { $0 == 11 } == 11 && queue.remove(of: "a") { $0 == 2 } == 2 && queue.isEmpty)
    queue.removeFirst(of: "a")
    #expect(queue.isEmpty)
  }
}
