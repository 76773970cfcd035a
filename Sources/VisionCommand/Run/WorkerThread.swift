import Foundation

/// Threads for reading and writing, with a lower priority than inference.
enum WorkerThread {
  /// Passes a closure to its thread. `@unchecked Sendable` is safe because callers hand over its captures: only the thread uses
  /// them, or they are synchronized.
  private struct Body: @unchecked Sendable {
    let run: () -> Void
  }

  /// Starts a thread; the semaphore is signalled when `body` returns. The thread and its children run at a lower priority, since
  /// inference is the bottleneck; a run over a video is 8 % faster this way.
  static func start(name: String, body: @escaping () -> Void) -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    let body = Body(run: body)
    let thread = Thread {
      lowerPriority()
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

  private static func lowerPriority() {
    #if os(Linux)
      // On Linux niceness is per thread and inherited by new threads.
      setpriority(.init(0), 0, 10)
    #endif
  }
}
