import VisionConcurrency
import VisionWorker

/// A run's progress and the wish to end it, for the thread that works and those that ask.
final class JobStatus: Sendable {
  private let current = Locked(JobProgress())
  private let cancelled = Locked(false)
  /// Ends the processes of a visitor's model: one that hangs gives no frame after which the run could end.
  let processes = WorkerCancellation()

  var progress: JobProgress { current.withLock { $0 } }
  var isCancelled: Bool { cancelled.withLock { $0 } }

  func update(_ change: (inout JobProgress) -> Void) { current.withLock { change(&$0) } }

  func cancel() {
    cancelled.withLock { $0 = true }
    processes.cancel()
  }
}
