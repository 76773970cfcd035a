import Dispatch
import Foundation

/// A thread that does one fixed piece of work beside its owner's, over and over, without allocating.
///
/// Call `start()`, do something else, call `finish()`. The work must not touch what the owner touches between the two calls.
package final class CompanionThread {
  private let mailbox: Mailbox

  /// The work runs once for each `start()`. It must not keep the owner alive.
  package init(name: String, work: @escaping () throws -> Void) {
    let mailbox = Mailbox(work: work)
    let thread = Thread { mailbox.serve() }
    thread.name = name
    thread.start()
    self.mailbox = mailbox
  }

  deinit { mailbox.stop() }

  /// Lets the work begin. Every call is followed by one of `finish()`.
  package func start() { mailbox.begin.signal() }

  /// Waits until the work is done.
  ///
  /// - Throws: What the work threw.
  package func finish() throws {
    mailbox.done.wait()
    if let failure = mailbox.takeFailure() { throw failure }
  }

  /// What the two threads share. Sendable because the two semaphores hand it to and fro: the owner touches it before `begin`
  /// and after `done`, the thread in between.
  private final class Mailbox: @unchecked Sendable {
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
