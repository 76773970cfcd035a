import Foundation
import VisionCore
import VisionHTTP

/// A queue for blocking work with limited concurrency and memory. Visitors are served round-robin.
struct WorkQueue: Sendable {
  private let slots: FairSemaphore
  private let memory: FairSemaphore
  private let queue: DispatchQueue

  /// - Parameters:
  ///   - label: The dispatch queue's label.
  ///   - quality: Its priority.
  ///   - slots: The maximum number of concurrent items.
  ///   - maxPerVisitor: The maximum number of one visitor's concurrent items; nil, the default, for `slots`.
  ///   - memory: The memory budget in bytes, which several queues may share.
  init(label: String, quality: DispatchQoS, slots: Int, maxPerVisitor: Int? = nil, memory: FairSemaphore) {
    self.slots = FairSemaphore(total: slots, maxPerClient: maxPerVisitor)
    self.memory = memory
    queue = DispatchQueue(label: label, qos: quality, attributes: .concurrent)
  }

  /// Runs work when it is the visitor's turn and its memory is available.
  ///
  /// - Parameters:
  ///   - visitor: The visitor's identifier.
  ///   - bytes: The memory that it takes; 0 if it was acquired before.
  ///   - work: The work, which may block.
  /// - Returns: What `work` returns.
  /// - Throws: `CancellationError` when the Swift task is cancelled before it starts; what `work` throws.
  func run<Value: Sendable>(
    for visitor: String, bytes: Int, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await slots.with(1, for: visitor) {
      guard bytes > 0 else { return try await queue.run(work) }
      return try await memory.with(bytes, for: visitor) { try await queue.run(work) }
    }
  }
}
