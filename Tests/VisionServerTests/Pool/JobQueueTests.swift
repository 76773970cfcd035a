import Testing
import VisionCore

@testable import VisionServer

@Suite("The queue before the sessions")
struct JobQueueTests {
  private func code(_ body: () throws -> Void) -> TasksErrorCode? {
    do { try body() } catch let error as TasksError { return error.code } catch { return .unknownError }
    return nil
  }

  @Test("As many images enter as there are free sessions and places; more are refused")
  func limit() throws {
    let queue = JobQueue(size: 2, limit: 1, patience: .seconds(60))
    let first = try queue.enter()
    _ = try queue.enter()
    let third = try queue.enter()
    #expect(code { _ = try queue.enter() } == .resourceExhaustedError && queue.count == 3)
    _ = try queue.begin(first)
    #expect(code { _ = try queue.enter() } == .resourceExhaustedError)
    queue.end()
    #expect(code { _ = try queue.enter() } == nil)
    #expect(queue.leave(third) == nil && queue.count == 2)
  }

  @Test("Without places an image needs a free session")
  func noPlaces() throws {
    let queue = JobQueue(size: 1, limit: 0, patience: .seconds(60))
    let number = try queue.enter()
    _ = try queue.begin(number)
    #expect(code { _ = try queue.enter() } == .resourceExhaustedError)
    queue.end()
    #expect(code { _ = try queue.enter() } == nil)
  }

  @Test("An image that waited too long is cancelled, and never begins")
  func deadline() async throws {
    let queue = JobQueue(size: 1, limit: 5, patience: .milliseconds(20))
    let (late, running) = (try queue.enter(), try queue.enter())
    let cancelled = Locked(0)
    queue.onExpiry(of: late) { cancelled.withLock { $0 += 1 } }
    queue.onExpiry(of: running) { cancelled.withLock { $0 += 100 } }
    _ = try queue.begin(running)
    try await Task.sleep(for: .milliseconds(40))
    queue.expire()
    queue.expire()
    #expect(cancelled.withLock { $0 } == 1)
    #expect(code { _ = try queue.begin(late) } == .unavailableError)
    #expect(queue.leave(late)?.code == .unavailableError)
    #expect(queue.leave(late) == nil && queue.count == 0)
  }

  @Test("An image that left does not begin")
  func left() throws {
    let queue = JobQueue(size: 1, limit: 1, patience: .seconds(1))
    let number = try queue.enter()
    queue.leave(number)
    #expect(throws: CancellationError.self) { try queue.begin(number) }
  }

  @Test("Memory is refused beyond the limit, and free again after the work, also when that fails")
  func memory() async throws {
    let budget = MemoryBudget(limit: 100)
    try await budget.with(60) {
      #expect(budget.reserved == 60)
      await #expect(throws: TasksError.self) { try await budget.with(41) {} }
      await #expect(throws: TasksError.self) { try await budget.with(.max) {} }
      await #expect(throws: CancellationError.self) { try await budget.with(40) { throw CancellationError() } }
      #expect(budget.reserved == 60)
    }
    #expect(budget.reserved == 0)
    await #expect(throws: TasksError.self) { try await budget.with(-1) {} }
  }
}
