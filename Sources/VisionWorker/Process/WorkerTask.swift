import Foundation
import VisionErrors
import VisionOutput
import VisionTasks

/// A task that runs in a worker, as a run takes it.
// Safe to share: what changes is touched under the lock only, and the process guards itself.
package final class WorkerTask: AnyVisionTask, @unchecked Sendable {
  private let options: WorkerProcess.Options
  private let task: String
  private let lock = NSLock()
  private var process: WorkerProcess
  private var trails = ObjectTrails()

  /// Starts the worker.
  ///
  /// - Parameters:
  ///   - options: How; with masks an answer is as long as `answerBytes` has to allow.
  ///   - task: The worker's task, such as `gesture`.
  /// - Throws: `TasksError` with what the worker said, or with how it ended.
  package init(_ options: WorkerProcess.Options, task: String) throws(TasksError) {
    self.options = options
    self.task = task
    process = WorkerProcess(options)
    try process.start()
  }

  package func output(of image: MPImage) throws -> any TaskOutput {
    try current.output(of: image.imageBuffer, timestampMs: nil, task: task)
  }

  package func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    let output = try current.output(
      of: frame.imageBuffer, timestampMs: timestampInMilliseconds, task: task)
    guard let result = output as? ObjectTrackingResult else { return output }
    // Trails are for drawing; no line of results has them.
    return lock.withLock { trails.update(with: result.objects, timestampInMilliseconds: timestampInMilliseconds) }
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
