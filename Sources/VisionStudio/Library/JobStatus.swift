import Foundation
import VisionWorker

/// A run's progress and the wish to end it, for the thread that works and those that ask.
///
/// Sendable: both are touched under the lock only.
final class JobStatus: @unchecked Sendable {
  private let lock = NSLock()
  private var current = JobProgress()
  private var cancelled = false
  /// Ends the processes of a visitor's model: one that hangs gives no frame after which the run could end.
  let processes = WorkerCancellation()

  var progress: JobProgress { lock.withLock { current } }
  var isCancelled: Bool { lock.withLock { cancelled } }

  func update(_ change: (inout JobProgress) -> Void) { lock.withLock { change(&current) } }

  func cancel() {
    lock.withLock { cancelled = true }
    processes.cancel()
  }
}
