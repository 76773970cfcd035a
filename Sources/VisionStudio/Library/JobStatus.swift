import Foundation

/// A run's progress and the wish to end it, for the thread that works and those that ask.
///
/// Sendable: both are touched under the lock only.
final class JobStatus: @unchecked Sendable {
  private let lock = NSLock()
  private var current = JobProgress()
  private var cancelled = false

  var progress: JobProgress { lock.withLock { current } }
  var isCancelled: Bool { lock.withLock { cancelled } }

  func update(_ change: (inout JobProgress) -> Void) { lock.withLock { change(&current) } }
  func cancel() { lock.withLock { cancelled = true } }
}
