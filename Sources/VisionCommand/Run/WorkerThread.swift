import Foundation

/// A thread that runs a loop of its own until it returns.
enum WorkerThread {
  /// Carries what a closure holds to its thread. Sendable because whoever starts a thread hands these things over: they are
  /// touched by the thread alone, or guarded themselves.
  private struct Body: @unchecked Sendable {
    let run: () -> Void
  }

  /// Starts a thread; the semaphore is signalled when `body` has returned.
  static func start(name: String, body: @escaping () -> Void) -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    let body = Body(run: body)
    let thread = Thread {
      body.run()
      done.signal()
    }
    thread.name = name
    thread.start()
    return done
  }
}
