import Dispatch
import Foundation

/// Calls completions one after another, in order; one that does not return holds the others up for a moment only.
///
/// They are called on threads of their own: Dispatch is slow to lend more of its threads when those it has do not return.
///
/// Sendable: what changes is touched under the lock only.
final class CallbackQueue: @unchecked Sendable {
  /// A caller's completion with its answer.
  struct Call: Sendable {
    let run: @Sendable () -> Void
  }

  /// The calls that may be stuck at the same time; beyond, further ones wait.
  private static let stuckLimit = 16
  /// The calls that may wait; beyond, the oldest are never made, since nobody takes any.
  private static let waitingLimit = 256

  /// How long a completion may take before the next one is called beside it.
  private let patience: DispatchTimeInterval
  private let name: String
  private let lock = NSLock()
  private var waiting: [Call] = []
  /// The caller at work, by a number of its own; nil when nobody is.
  private var worker: Int?
  private var workerCount = 0
  /// What was taken out so far, so that a watch knows its call from a later one.
  private var callCount = 0
  private var stuckCount = 0

  init(name: String, patience: DispatchTimeInterval = .seconds(1)) {
    self.name = name
    self.patience = patience
  }

  func add(_ call: Call) {
    lock.withLock {
      if waiting.count == Self.waitingLimit { waiting.removeFirst() }
      waiting.append(call)
      startWorker()
    }
  }

  /// Has somebody work on what waits, unless somebody does or too many are stuck. Under the lock.
  private func startWorker() {
    guard worker == nil, !waiting.isEmpty, stuckCount < Self.stuckLimit else { return }
    workerCount += 1
    let number = workerCount
    worker = number
    let thread = Thread { self.work(number) }
    thread.name = name
    thread.start()
  }

  /// Calls what waits until there is nothing more, or until this worker has been given up.
  private func work(_ number: Int) {
    while let call = next(for: number) {
      watch(number)
      call.run()
    }
  }

  private func next(for number: Int) -> Call? {
    lock.withLock {
      guard worker == number else {
        // It was given up, and has come back after all.
        stuckCount -= 1
        startWorker()
        return nil
      }
      callCount += 1
      guard !waiting.isEmpty else {
        worker = nil
        return nil
      }
      return waiting.removeFirst()
    }
  }

  /// Gives the worker up when the call that begins now has not returned in time.
  private func watch(_ number: Int) {
    let call = lock.withLock { callCount }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in
      guard let self else { return }
      lock.withLock {
        guard worker == number, callCount == call else { return }
        worker = nil
        stuckCount += 1
        startWorker()
      }
    }
  }
}
