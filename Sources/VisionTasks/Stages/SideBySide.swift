import Dispatch

/// Runs two pieces of work that do not touch each other on two threads, and waits for both.
enum SideBySide {
  /// - Throws: The first piece's error, else the second's; both have ended then.
  static func run(_ first: () throws -> Void, _ second: () throws -> Void) throws {
    try withoutActuallyEscaping(first) { first in
      try withoutActuallyEscaping(second) { second in
        let pair = Pair(first: first, second: second)
        DispatchQueue.concurrentPerform(iterations: 2) { pair.run($0) }
        try pair.rethrow()
      }
    }
  }

  /// Sendable because each of the two threads uses its own half, and the errors are read after both have ended.
  private final class Pair: @unchecked Sendable {
    private let first: () throws -> Void
    private let second: () throws -> Void
    private var firstError: (any Error)?
    private var secondError: (any Error)?

    init(first: @escaping () throws -> Void, second: @escaping () throws -> Void) {
      self.first = first
      self.second = second
    }

    func run(_ index: Int) {
      if index == 0 {
        do { try first() } catch { firstError = error }
      } else {
        do { try second() } catch { secondError = error }
      }
    }

    func rethrow() throws {
      if let error = firstError ?? secondError { throw error }
    }
  }
}
