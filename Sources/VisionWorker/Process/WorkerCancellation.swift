import Foundation

/// Ends the worker processes of a piece of work at once, and those that it would start later.
// Safe to share: what changes is touched under the lock only.
package final class WorkerCancellation: @unchecked Sendable {
  private struct Weak {
    weak var process: WorkerProcess?
  }

  private let lock = NSLock()
  private var isCancelled = false
  private var processes: [Weak] = []

  package init() {}

  /// Ends the processes; requests that wait fail with `cancelledError`, later ones, too.
  package func cancel() {
    let processes = lock.withLock {
      isCancelled = true
      return self.processes
    }
    for entry in processes { entry.process?.close() }
  }

  /// Adds a process, which may not have been started yet.
  func add(_ process: WorkerProcess) {
    let isLate = lock.withLock {
      processes.removeAll { $0.process == nil }
      processes.append(Weak(process: process))
      return isCancelled
    }
    if isLate { process.close() }
  }
}
