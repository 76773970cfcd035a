import Foundation
import VisionErrors

/// The memory that requests take together. What does not fit is refused, before it is allocated.
///
/// `@unchecked Sendable` is safe because `used` is accessed only while `condition` is locked.
final class MemoryBudget: @unchecked Sendable {
  private let limit: Int
  private let condition = NSCondition()
  private var used = 0

  /// - Parameter limit: The maximum, in bytes.
  init(limit: Int) { self.limit = limit }

  /// The reserved bytes.
  var reserved: Int { condition.withLock { used } }

  /// Reserves memory.
  ///
  /// - Parameters:
  ///   - bytes: The number of bytes.
  ///   - end: Until when the thread waits for memory that others hold; nil to refuse at once.
  /// - Throws: `TasksError` with `outOfRangeError` for more than the limit, `resourceExhaustedError` when there is no room.
  func take(_ bytes: Int, waitingUntil end: Date? = nil) throws {
    try condition.withLock {
      guard (0...limit).contains(bytes) else {
        throw TasksError(
          .outOfRangeError,
          "The request needs \(bytes / 1_000_000) MB of memory; all requests together have \(limit / 1_000_000) MB.")
      }
      while bytes > limit - used {
        guard let end, end > .now, condition.wait(until: end) else {
          throw TasksError(
            .resourceExhaustedError, "The requests under way take all memory for requests; try again later.")
        }
      }
      used += bytes
    }
  }

  /// Frees memory that was reserved.
  func giveBack(_ bytes: Int) {
    condition.withLock {
      used -= bytes
      condition.broadcast()
    }
  }

  /// Runs a closure while it holds memory.
  ///
  /// - Throws: The errors of `take(_:waitingUntil:)`; what `body` throws.
  func with<Value>(_ bytes: Int, _ body: () async throws -> Value) async throws -> Value {
    try take(bytes)
    defer { giveBack(bytes) }
    return try await body()
  }

  /// The same for work that blocks its thread, which waits for memory.
  func with<Value>(_ bytes: Int, waitingUntil end: Date, _ body: () throws -> Value) throws -> Value {
    try take(bytes, waitingUntil: end)
    defer { giveBack(bytes) }
    return try body()
  }
}
