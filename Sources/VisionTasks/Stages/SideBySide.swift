import Dispatch

/// Runs two pieces of work that do not touch each other on two threads, and waits for both.
enum SideBySide {
  /// - Throws: The first piece's error, else the second's; both have ended then.
  static func run(_ first: () throws -> Void, _ second: () throws -> Void) throws {
    // Each thread writes its own variable, and concurrentPerform returns after both.
    nonisolated(unsafe) var firstError: (any Error)?
    nonisolated(unsafe) var secondError: (any Error)?
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      do {
        try index == 0 ? first() : second()
      } catch {
        if index == 0 { firstError = error } else { secondError = error }
      }
    }
    if let error = firstError ?? secondError { throw error }
  }
}
