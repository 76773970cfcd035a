import Foundation

/// A thread that calls the program back, one call at a time.
///
/// It is none of Dispatch's: when Python ends, it ends the threads that call it by `pthread_exit`, and Dispatch ends
/// the process when one of its threads ends so. `@unchecked Sendable` is safe because the state is accessed under the
/// condition's lock only.
final class CallbackThread: @unchecked Sendable {
  private let condition = NSCondition()
  private var call: (() -> Void)?
  private var isOver = false

  /// The key whose value's destructor tells that a thread ends, however that comes.
  private static let ending: pthread_key_t? = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { value in
      #if os(Linux)
        guard let value else { return }
      #endif
      Unmanaged<CallbackThread>.fromOpaque(value).takeRetainedValue().end()
    }
    return status == 0 ? key : nil
  }()

  func start(name: String) throws { try Thread.start(name: name) { [self] in serve() } }

  /// Runs a call on the thread and waits for its end, or for the thread's; after that it does nothing.
  func run(_ call: @escaping () -> Void) {
    condition.withLock {
      guard !isOver else { return }
      self.call = call
      condition.broadcast()
      while self.call != nil, !isOver { condition.wait() }
    }
  }

  func end() {
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
  }

  private func serve() {
    if let key = Self.ending { pthread_setspecific(key, Unmanaged.passRetained(self).toOpaque()) }
    while let call = next() {
      call()
      condition.withLock {
        self.call = nil
        condition.broadcast()
      }
    }
  }

  private func next() -> (() -> Void)? {
    condition.withLock {
      while call == nil, !isOver { condition.wait() }
      return isOver ? nil : call
    }
  }
}
