import VisionMedia

/// Stops a run early: on Ctrl-C, SIGTERM, SIGHUP, or when all outputs are lost.
/// The first signal stops it with complete lines and playable videos. A second one exits and removes incomplete files.
final class StopSignal: Sendable {
  static let shared = StopSignal()

  /// Signals within this interval count as one, in seconds: `timeout` and closing terminals send two.
  private static let debounceInterval: TimeInterval = 0.2

  private struct State {
    var raised: ExitStatus?
    var firstSignal: Date?
    var wakers: [@Sendable () -> Void] = []
    var sources: [any DispatchSourceSignal] = []
  }

  private let state = Locked(State())

  /// The status of the program that was stopped; nil while it runs.
  var status: ExitStatus? { state.withLock { $0.raised } }
  var isRaised: Bool { status != nil }

  func install() {
    // Writing to a closed pipe, or beyond a limit of sizes, becomes an error, and the other outputs are completed.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // Under nohup the run continues without its terminal.
      if number == SIGHUP, ProcessSignals.isIgnored(number) { continue }
      let source = ProcessSignals.source(number) { [self] in handle(number) }
      state.withLock { $0.sources.append(source) }
    }
  }

  private func handle(_ number: Int32) {
    let first = state.withLock { state in
      if state.firstSignal == nil { state.firstSignal = Date() }
      return state.firstSignal
    }
    if let first, Date().timeIntervalSince(first) > Self.debounceInterval {
      UnfinishedFiles.shared.removeAll()
      _exit(128 + number)
    }
    raise()
  }

  func raise(_ status: ExitStatus = .interrupted) {
    let wakers = state.withLock { state in
      if state.raised == nil { state.raised = status }
      defer { state.wakers = [] }
      return state.wakers
    }
    for wake in wakers { wake() }
  }

  /// Registers a closure, called from any thread when the run should stop; at once if it already should.
  func onRaise(_ wake: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if state.raised == nil { state.wakers.append(wake) }
      return state.raised != nil
    }
    if isLate { wake() }
  }
}
