import Dispatch
import Foundation

/// A thread that runs one closure repeatedly, concurrently with its owner and without allocations.
///
/// Call `start()`, do other work, call `finish()`. Between the two calls the owner must not access what the closure
/// accesses.
package final class CompanionThread {
  private let handoff: Handoff

  /// `work` runs once for each `start()`. It must not retain the owner.
  package init(name: String, work: @escaping () throws -> Void) {
    let handoff = Handoff(work: work)
    let thread = Thread { handoff.serve() }
    thread.name = name
    thread.start()
    self.handoff = handoff
  }

  deinit { handoff.stop() }

  /// Starts the work. Every call must be followed by one of `finish()`.
  package func start() { handoff.begin.signal() }

  /// Waits until the work is done.
  ///
  /// - Throws: What the work threw.
  package func finish() throws {
    handoff.done.wait()
    if let failure = handoff.takeFailure() { throw failure }
  }

  /// The state of both threads. `@unchecked Sendable` is safe because the semaphores order the accesses: the owner's
  /// come before `begin` and after `done`, the thread's in between.
  private final class Handoff: @unchecked Sendable {
    let begin = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    private let work: () throws -> Void
    private var failure: (any Error)?
    private var isStopped = false

    init(work: @escaping () throws -> Void) { self.work = work }

    func serve() {
      while true {
        begin.wait()
        if isStopped { return }
        do { try work() } catch { failure = error }
        done.signal()
      }
    }

    func stop() {
      isStopped = true
      begin.signal()
    }

    func takeFailure() -> (any Error)? {
      defer { failure = nil }
      return failure
    }
  }
}
