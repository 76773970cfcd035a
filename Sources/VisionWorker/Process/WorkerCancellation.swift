import VisionCore

/// Ends the worker processes of one piece of work at once, and those that it starts later.
package final class WorkerCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var processes: [Weak] = []
  }

  private struct Weak {
    weak var process: WorkerProcess?
  }

  private let state = Locked(State())

  package init() {}

  /// Ends the processes. Waiting and later requests fail with `cancelledError`.
  package func cancel() {
    let processes = state.withLock { state in
      state.isCancelled = true
      return state.processes
    }
    for entry in processes { entry.process?.close() }
  }

  /// Adds a process, which may not have been started yet.
  func add(_ process: WorkerProcess) {
    let isLate = state.withLock { state in
      state.processes.removeAll { $0.process == nil }
      state.processes.append(Weak(process: process))
      return state.isCancelled
    }
    if isLate { process.close() }
  }
}
