import VisionCore

/// The images that wait for a session. The pool keeps them; the queue decides which may enter, and cancels late ones.
final class JobQueue: Sendable {
  private struct Waiting {
    let since: ContinuousClock.Instant
    /// Removes the image from the pool; nil until it is there.
    var cancel: (@Sendable () -> Void)?
    var isExpired = false
  }

  private struct State {
    var waiting: [Int: Waiting] = [:]
    var running = 0
    var lastNumber = 0
  }

  private let size: Int
  private let limit: Int
  private let patience: Duration
  private let state = Locked(State())

  /// A queue before `size` sessions. When all are busy, `limit` images may wait.
  init(size: Int, limit: Int, patience: Duration) { (self.size, self.limit, self.patience) = (size, limit, patience) }

  var count: Int { state.withLock { $0.waiting.count } }

  func enter() throws -> Int {
    try state.withLock { state in
      guard state.waiting.count < limit + max(size - state.running, 0) else {
        throw TasksError(.resourceExhaustedError, "All sessions are busy and \(limit) images wait; try again later.")
      }
      state.lastNumber += 1
      state.waiting[state.lastNumber] = Waiting(since: .now)
      return state.lastNumber
    }
  }

  func onExpiry(of number: Int, _ cancel: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting[number]?.cancel = cancel }
  }

  /// Takes an image out of the queue to run it, and returns how long it waited.
  func begin(_ number: Int) throws -> Duration {
    try state.withLock { state in
      guard let entry = state.waiting[number] else { throw CancellationError() }
      let waited = ContinuousClock.now - entry.since
      guard !entry.isExpired, waited <= patience else {
        state.waiting[number]?.isExpired = true
        throw expired
      }
      state.waiting[number] = nil
      state.running += 1
      return waited
    }
  }

  func end() { state.withLock { $0.running -= 1 } }

  /// Removes an image that did not begin. Returns the error of one that waited too long; nil for another reason.
  @discardableResult
  func leave(_ number: Int) -> TasksError? {
    let entry = state.withLock { $0.waiting.removeValue(forKey: number) }
    return entry?.isExpired == true ? expired : nil
  }

  func expire() {
    let cancellations = state.withLock { state in
      let now = ContinuousClock.now
      let late = state.waiting.filter { !$0.value.isExpired && now - $0.value.since > patience }
      for number in late.keys { state.waiting[number]?.isExpired = true }
      return late.values.compactMap(\.cancel)
    }
    for cancel in cancellations { cancel() }
  }

  private var expired: TasksError {
    TasksError(
      .unavailableError, "The image waited \(patience / .seconds(1)) s for a session and memory; try again later.")
  }
}
