import VisionCore

/// The memory of one request, which grows with what is known of the request.
final class MemoryReservation: Sendable {
  private let budget: MemoryBudget
  private let held = Locked(0)

  init(_ budget: MemoryBudget) { self.budget = budget }

  /// What is reserved, in bytes.
  var bytes: Int { held.withLock { $0 } }

  deinit { release() }

  /// Reserves more.
  ///
  /// - Throws: The errors of `MemoryBudget.take(_:)`.
  func grow(by bytes: Int) throws {
    try budget.take(bytes)
    held.withLock { $0 += bytes }
  }

  /// Frees all of it.
  func release() {
    let bytes = held.withLock { held in
      defer { held = 0 }
      return held
    }
    budget.giveBack(bytes)
  }
}
