import VisionHTTP

/// The memory that requests take together. What does not fit is refused or waits, before it is allocated.
final class MemoryBudget: Sendable {
  private let memory: FairSemaphore
  var limit: Int { memory.total }
  init(limit: Int) { memory = FairSemaphore(total: limit) }
  var reserved: Int { memory.total - memory.available }

  func take(_ bytes: Int) throws {
    try check(bytes)
    guard memory.take(bytes) else {
      throw TasksError.exhausted("The requests under way take all memory for requests; try again later.")
    }
  }

  func giveBack(_ bytes: Int) { memory.release(bytes) }

  func with<Value>(_ bytes: Int, _ body: () async throws -> Value) async throws -> Value {
    try take(bytes)
    defer { giveBack(bytes) }
    return try await body()
  }

  func wait(for bytes: Int) async throws {
    try check(bytes)
    try await memory.acquire(bytes)
  }

  private func check(_ bytes: Int) throws {
    guard (0...limit).contains(bytes) else {
      throw TasksError.outOfRange(
        "The request needs \(bytes.megabytes) of memory; all requests together have \(limit.megabytes).")
    }
  }
}

final class MemoryReservation: Sendable {
  private let budget: MemoryBudget
  private let held = Locked(0)

  init(_ budget: MemoryBudget) { self.budget = budget }
  var bytes: Int { held.withLock { $0 } }
  deinit { release() }

  func grow(by bytes: Int) throws {
    try budget.take(bytes)
    held.withLock { $0 += bytes }
  }

  func release() { budget.giveBack(held.exchange(0)) }
}
