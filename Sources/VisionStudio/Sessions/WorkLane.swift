import Foundation

/// Work that blocks, a few pieces at a time: visitors take turns, and each piece waits for the memory that it is going to take.
struct WorkLane: Sendable {
  private let places: FairBudget
  private let memory: FairBudget
  private let queue: DispatchQueue

  /// - Parameters:
  ///   - label: The name of the queue on which the work is done.
  ///   - quality: Its priority.
  ///   - places: How many pieces are worked on at a time.
  ///   - most: How many of them may be one visitor's; nil, the default, for all.
  ///   - memory: The bytes that this lane shares with others.
  init(label: String, quality: DispatchQoS, places: Int, most: Int? = nil, memory: FairBudget) {
    self.places = FairBudget(total: places, most: most)
    self.memory = memory
    queue = DispatchQueue(label: label, qos: quality, attributes: .concurrent)
  }

  /// Does something when it is the visitor's turn.
  ///
  /// - Parameters:
  ///   - visitor: For whom.
  ///   - bytes: The memory that it takes; 0 for what was taken before.
  ///   - work: What to do; it may block.
  /// - Returns: What `work` returns.
  /// - Throws: `CancellationError` when the Swift task is cancelled before it begins; what `work` throws.
  func run<Value: Sendable>(
    for visitor: String, bytes: Int, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await places.with(1, for: visitor) {
      guard bytes > 0 else { return try await queue.run(work) }
      return try await memory.with(bytes, for: visitor) { try await queue.run(work) }
    }
  }
}

extension DispatchQueue {
  /// Runs blocking work and waits for it without blocking a thread of Swift's.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
