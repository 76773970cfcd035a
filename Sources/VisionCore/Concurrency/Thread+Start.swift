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
