import Foundation

/// A thread that runs a loop of its own until it returns.
enum WorkerThread {
  /// Carries what a closure holds to its thread. Sendable because whoever starts a thread hands these things over: they are
  /// touched by the thread alone, or guarded themselves.
  private struct Body: @unchecked Sendable {
    let run: () -> Void
  }

  /// Starts a thread; the semaphore is signalled when `body` has returned. It and the threads it starts make room for
  /// inference, which all other work waits for: a run over a video is a twelfth faster for it.
  static func start(name: String, body: @escaping () -> Void) -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    let body = Body(run: body)
    let thread = Thread {
      yieldToInference()
      body.run()
      done.signal()
    }
    thread.name = name
    #if canImport(Darwin)
      thread.qualityOfService = .utility
    #endif
    thread.start()
    return done
  }

  private static func yieldToInference() {
    #if os(Linux)
      // Linux counts threads as processes here: this is the calling thread's own niceness, which its threads inherit.
      setpriority(.init(0), 0, 10)
    #endif
  }
}
