/// Calls completions one at a time and in order. One that does not return delays the others by `patience` only. It uses
/// threads of its own because Dispatch is slow to add threads while its own do not return.
final class CallbackQueue: Sendable {
  typealias Call = @Sendable () -> Void

  private struct State {
    var waiting: [Call] = []
    var worker: Int?
    var workerCount = 0
    /// The number of calls begun, which tells a watch whether its call is still the current one.
    var callCount = 0
    var stuckCount = 0
  }

  /// Maximum number of calls that are stuck at the same time; beyond it further calls wait.
  private static let stuckLimit = 16
  /// Maximum number of calls that wait while as many are stuck as may be: beyond it the oldest is discarded, since
  /// probably no call returns any more.
  private static let waitingLimit = 256
  /// How long a completion may take before the next one is called concurrently.
  private let patience: DispatchTimeInterval
  private let name: String
  private let state = Locked(State())

  init(name: String, patience: DispatchTimeInterval = .seconds(1)) { (self.name, self.patience) = (name, patience) }

  func add(_ call: @escaping Call) {
    state.withLock { state in
      if state.stuckCount == Self.stuckLimit, state.waiting.count >= Self.waitingLimit { state.waiting.removeFirst() }
      state.waiting.append(call)
      startWorker(&state)
    }
  }

  private func startWorker(_ state: inout State) {
    guard state.worker == nil, !state.waiting.isEmpty, state.stuckCount < Self.stuckLimit else { return }
    state.workerCount += 1
    let number = state.workerCount
    state.worker = number
    do {
      try Thread.start(name: name) { self.work(number) }
    } catch {
      // The system allows no further thread: Dispatch runs it as soon as one of its own is free.
      DispatchQueue.global().async { self.work(number) }
    }
  }

  private func work(_ number: Int) {
    while let call = next(for: number) {
      watch(number)
      call()
    }
  }

  private func next(for number: Int) -> Call? {
    state.withLock { state in
      guard state.worker == number else {
        // This worker was stuck and replaced; its call has now returned.
        state.stuckCount -= 1
        startWorker(&state)
        return nil
      }
      state.callCount += 1
      guard !state.waiting.isEmpty else {
        state.worker = nil
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  /// Replaces the worker if the call that begins now does not return in time.
  private func watch(_ number: Int) {
    let call = state.withLock { $0.callCount }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in
      guard let self else { return }
      state.withLock { state in
        guard state.worker == number, state.callCount == call else { return }
        state.worker = nil
        state.stuckCount += 1
        self.startWorker(&state)
      }
    }
  }
}
