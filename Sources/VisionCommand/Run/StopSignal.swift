import Foundation

/// Ctrl-C and the polite request to end: the first one ends the run cleanly, with whole lines and playable videos; the second
/// ends the process at once.
///
/// Sendable: what changes is touched under the lock only.
final class StopSignal: @unchecked Sendable {
  static let shared = StopSignal()

  private let lock = NSLock()
  private var raised = false
  private var wakers: [() -> Void] = []
  private var sources: [any DispatchSourceSignal] = []

  /// Whether the run is to end.
  var isRaised: Bool { lock.withLock { raised } }

  /// Takes the signals over from the system.
  func install() {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        if isRaised { _exit(128 + number) }
        raise()
      }
      source.resume()
      lock.withLock { sources.append(source) }
    }
  }

  /// Ends the run: everything that was registered is woken.
  func raise() {
    let wakers = lock.withLock {
      raised = true
      defer { self.wakers = [] }
      return self.wakers
    }
    for wake in wakers { wake() }
  }

  /// Calls a closure when the run is to end, from any thread; at once if that is already so.
  func onRaise(_ wake: @escaping @Sendable () -> Void) {
    let isLate = lock.withLock {
      if !raised { wakers.append(wake) }
      return raised
    }
    if isLate { wake() }
  }
}
