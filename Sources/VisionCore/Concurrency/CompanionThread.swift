import Dispatch
import Foundation

/// A thread that runs one closure, once or repeatedly, concurrently with its owner and without allocations.
/// Call `run(beside:)`, or `start()` and later `finish()`. Meanwhile the owner must not access what the closure
/// accesses.
package final class CompanionThread<Failure: Error> {
  /// Why there is no thread; `finish()` then does the work itself.
  private let startFailure: TasksError?
  private let handoff: Handoff
  private let threads: ThreadBudget?

  /// In the budget the thread counts as active while it works, and the owner does not while it waits. In the background
  /// it and the threads that it starts have a lower priority, for reading and writing beside inference: a run over a
  /// video is 8 % faster this way. `work` runs once for each `start()` and must not retain the owner.
  package init(
    name: String, threads: ThreadBudget? = nil, isInBackground: Bool = false, work: @escaping () throws(Failure) -> Void
  ) {
    self.threads = threads
    let handoff = Handoff(work, threads)
    let start = Result { () throws(TasksError) in
      try Thread.start(name: name) {
        #if os(Linux)
          // On Linux niceness is per thread and inherited by new threads.
          if isInBackground { setpriority(.init(0), 0, 10) }
        #else
          if isInBackground { pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0) }
        #endif
        handoff.serve()
      }
    }
    startFailure = if case .failure(let error) = start { error } else { nil }
    self.handoff = handoff
  }

  deinit { handoff.stop() }

  /// Every call must be followed by one of `finish()` before the next one.
  package func start() {
    threads?.begin()
    handoff.begin.signal()
  }

  /// As `start()`, for an owner that waits for the work in another way than by `finish()`; so it throws where there is
  /// no thread.
  package func startAlone() throws(TasksError) {
    if let startFailure { throw startFailure }
    start()
  }

  /// Waits until the work is done, and throws what it threw.
  package func finish() throws(Failure) {
    threads?.end()
    if startFailure != nil { handoff.workOnce() }
    handoff.done.wait()
    threads?.begin()
    if let failure = handoff.failure.take() { throw failure }
  }

  /// Runs the work, and `other` on this thread meanwhile. Throws when both have ended, since the work may still read
  /// what the owner holds: what the work threw before what `other` threw.
  package func run<Value>(beside other: () throws -> Value) throws -> Value {
    start()
    let result = Result { try other() }
    try finish()
    return try result.get()
  }

  /// Waits for work whose errors do not matter, for some seconds at most: the thread may be blocked for ever.
  package func finish(within seconds: TimeInterval) { _ = handoff.done.wait(timeout: .now() + seconds) }

  /// The state of both threads. `@unchecked Sendable` is safe because the semaphores order the accesses: the owner's
  /// come before `begin` and after `done`, the thread's in between.
  private final class Handoff: @unchecked Sendable {
    let begin = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    private let work: () throws(Failure) -> Void
    private let threads: ThreadBudget?
    var failure: Failure?
    private var isStopped = false

    init(_ work: @escaping () throws(Failure) -> Void, _ threads: ThreadBudget?) {
      (self.work, self.threads) = (work, threads)
    }

    func serve() {
      while true {
        begin.wait()
        if isStopped { return }
        workOnce()
      }
    }

    func workOnce() {
      do throws(Failure) { try work() } catch { failure = error }
      // Begun by the owner, so that its next kernel already leaves this thread a processor.
      threads?.end()
      done.signal()
    }

    func stop() {
      isStopped = true
      begin.signal()
    }
  }
}
