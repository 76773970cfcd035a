import Dispatch
import Foundation

extension Thread {
  /// Starts a thread, or throws where the system allows no further one: Foundation's own `start()` does not say so, and
  /// a wait for the thread never ends.
  ///
  /// - Parameters:
  ///   - name: The thread's name for debuggers.
  ///   - work: What the thread runs.
  /// - Throws: `TasksError` with `resourceExhaustedError`.
  package static func start(name: String, _ work: @escaping @Sendable () -> Void) throws(TasksError) {
    let status = Unmanaged.passRetained(ThreadBody(name: name, run: work)).start()
    guard status != 0 else { return }
    throw .exhausted(
      "The thread \"\(name)\" cannot be started: \(String(cString: strerror(status))). "
        + "Allow the user or the container more threads (ulimit -u, pids.max), or use fewer.")
  }
}

private final class ThreadBody: Sendable {
  let name: String
  let run: @Sendable () -> Void

  init(name: String, run: @escaping @Sendable () -> Void) { (self.name, self.run) = (name, run) }
}

extension Unmanaged<ThreadBody> {
  /// Returns the system's error number, and releases the body then; else the thread releases it.
  fileprivate func start() -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if os(Linux)
      var handle = pthread_t()
    #else
      var handle: pthread_t?
    #endif
    let status = pthread_create(&handle, &attributes, { threadMain($0) }, toOpaque())
    if status != 0 { release() }
    return status
  }
}

/// Takes an optional: a function that does so also fits where the system passes no nil.
private func threadMain(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let pointer else { return nil }
  let body = Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue()
  Thread.current.name = body.name
  body.run()
  return nil
}

/// A thread that runs one closure, once or repeatedly, concurrently with its owner and without allocations.
/// Call `run(beside:)`, or `start()` and later `finish()`. Meanwhile the owner must not access what the closure
/// accesses.
package final class CompanionThread<Failure: Error> {
  /// Why there is no thread; `finish()` then does the work itself. An owner that waits for the work in another way must
  /// throw this.
  package let startFailure: TasksError?
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
