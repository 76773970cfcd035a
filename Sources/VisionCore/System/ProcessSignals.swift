import Dispatch
import Foundation

/// Signals that the process handles itself.
package enum ProcessSignals {
  /// Whether a signal is ignored; one that was so at the start stays so: `nohup` ignores SIGHUP.
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if os(Linux)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Calls a function for each signal of a number, instead of ending the process, as long as the source is kept. It
  /// returns when that holds: a signal that comes before ends the process, and none is lost.
  package static func source(
    _ number: Int32, handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    let isRegistered = DispatchSemaphore(value: 0)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: handler)
    source.setRegistrationHandler { isRegistered.signal() }
    source.resume()
    isRegistered.wait()
    #if canImport(Darwin)
      // There the source reports signals beside what they do. On Linux it has a handler in place of that.
      signal(number, SIG_IGN)
    #endif
    return source
  }
}
