import Foundation
import VisionConcurrency
import VisionMedia

/// What ends a run before its inputs do: Ctrl-C, a request to end, a terminal that is closed, outputs that take no more.
///
/// The first signal ends the run cleanly, with whole lines and playable videos. The second ends the process at once; files
/// that are not whole are removed.
final class StopSignal: Sendable {
  /// Why a run ends early.
  enum Reason: Sendable {
    case signal
    /// The reader of standard output has gone.
    case readerGone
    /// No output takes results any more.
    case outputsLost
  }

  static let shared = StopSignal()

  /// Signals so close are one request, in seconds: `timeout` and closed terminals send two.
  private static let oneRequest: TimeInterval = 0.2

  private struct State {
    var raised: Reason?
    var firstSignal: Date?
    var wakers: [@Sendable () -> Void] = []
    var sources: [any DispatchSourceSignal] = []
  }

  private let state = Locked(State())

  /// Why the run is to end; nil when it is not.
  var reason: Reason? { state.withLock { $0.raised } }

  /// Whether the run is to end.
  var isRaised: Bool { reason != nil }

  /// Takes the signals over from the system.
  func install() {
    // A write without a reader is an error then, after which everything else is finished.
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number, SIG_IGN)
      // A run under nohup goes on without its terminal.
      if number == SIGHUP, before.map(Self.address) == Self.address(SIG_IGN) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in handle(number) }
      source.resume()
      state.withLock { $0.sources.append(source) }
    }
  }

  private static func address(_ handler: @convention(c) (Int32) -> Void) -> Int {
    unsafeBitCast(handler, to: Int.self)
  }

  private func handle(_ number: Int32) {
    let first = state.withLock { state in
      if state.firstSignal == nil { state.firstSignal = Date() }
      return state.firstSignal
    }
    if let first, Date().timeIntervalSince(first) > Self.oneRequest {
      UnfinishedFiles.shared.removeAll()
      _exit(128 + number)
    }
    raise(.signal)
  }

  /// Ends the run: everything that was registered is woken. The first reason stands.
  func raise(_ reason: Reason = .signal) {
    let wakers = state.withLock { state in
      if state.raised == nil { state.raised = reason }
      defer { state.wakers = [] }
      return state.wakers
    }
    for wake in wakers { wake() }
  }

  /// Calls a closure when the run is to end, from any thread; at once if that is already so.
  func onRaise(_ wake: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if state.raised == nil { state.wakers.append(wake) }
      return state.raised != nil
    }
    if isLate { wake() }
  }
}
