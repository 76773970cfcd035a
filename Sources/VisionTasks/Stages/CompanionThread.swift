import Dispatch
import Foundation
import VisionInference

/// A thread that runs one closure repeatedly, concurrently with its owner and without allocations.
///
/// Call `start()`, do other work, call `finish()`. Between the two calls the owner must not access what the closure
/// accesses.
package final class CompanionThread {
  private let handoff: Handoff
  private let threads: ThreadBudget?

  /// - Parameters:
  ///   - name: The thread's name.
  ///   - threads: Where the thread counts as active while it works, and the owner does not while it waits.
  ///   - work: What runs once for each `start()`. It must not retain the owner.
  package init(name: String, threads: ThreadBudget? = nil, work: @escaping () throws -> Void) {
    self.threads = threads
    let handoff = Handoff {
      // Begun by the owner, so that its next kernel already leaves this thread a processor.
      defer { threads?.end() }
      try work()
    }
    let thread = Thread { handoff.serve() }
    thread.name = name
    thread.start()
    self.handoff = handoff
  }

  deinit { handoff.stop() }

  /// Starts the work. Every call must be followed by one of `finish()`.
  package func start() {
    threads?.begin()
    handoff.begin.signal()
  }

  /// Waits until the work is done.
  ///
  /// - Throws: What the work threw.
  package func finish() throws {
    threads?.end()
    handoff.done.wait()
    threads?.begin()
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
