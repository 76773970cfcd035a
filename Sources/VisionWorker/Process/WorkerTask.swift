import Foundation
import MediaPipeTasksVision
import VisionErrors
import VisionFindings

/// A task that runs in a worker, as a run takes it.
// Safe to share: what changes is touched under the lock only, and the process guards itself.
package final class WorkerTask: RunnableTask, @unchecked Sendable {
  private let options: WorkerProcess.Options
  private let kind: FindingsKind
  private let lock = NSLock()
  private var process: WorkerProcess
  private var trails = ObjectTrails()

  /// Starts the worker.
  ///
  /// - Parameters:
  ///   - options: How; with masks an answer is as long as `answerBytes` has to allow.
  ///   - kind: The worker's task.
  /// - Throws: `TasksError` with what the worker said, or with how it ended.
  package init(_ options: WorkerProcess.Options, kind: FindingsKind) throws(TasksError) {
    self.options = options
    self.kind = kind
    process = WorkerProcess(options)
    try process.start()
  }

  package func findings(in image: MPImage) throws -> any Findings {
    try current.findings(in: image.imageBuffer, timestampMs: nil, as: kind)
  }

  package func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> any Findings {
    let findings = try current.findings(in: frame.imageBuffer, timestampMs: timestampInMilliseconds, as: kind)
    guard let objects = findings as? ObjectFindings else { return findings }
    // Trails are for drawing; no line of results has them.
    return lock.withLock { trails.findings(objects.objects, timestampInMilliseconds: timestampInMilliseconds) }
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    throw TasksError(.unimplementedError, "A worker has no live-stream mode; ask it for frames in video mode.")
  }

  package var droppedFrameCount: Int { 0 }

  /// The worker's memory of earlier frames goes with its process; the next frame starts another.
  package func reset() {
    lock.withLock {
      trails = ObjectTrails()
      process = WorkerProcess(options)
    }
  }

  private var current: WorkerProcess { lock.withLock { process } }
}
