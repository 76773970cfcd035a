import VisionCore
import VisionResults
import VisionTasks

/// A vision task that runs in a worker process.
package final class WorkerTask: AnyVisionTask, Sendable {
  private let options: WorkerProcess.Options
  private let task: String
  private let state: Locked<WorkerProcess>

  /// Starts the worker. For answers with masks raise `answerBytes`. Throws `TasksError` that the worker reported, or that says how its
  /// process ended.
  package init(_ options: WorkerProcess.Options, task: String) throws(TasksError) {
    self.options = options
    self.task = task
    let process = WorkerProcess(options)
    state = Locked(process)
    try process.start()
  }

  package func output(of image: MPImage) throws -> any TaskOutput {
    try current.output(of: image.imageBuffer, timestampMs: nil, task: task)
  }

  package func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    try current.output(of: frame.imageBuffer, timestampMs: timestampInMilliseconds, task: task)
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    throw TasksError(.unimplementedError, "A worker has no live-stream mode; ask it for frames in video mode.")
  }

  package var droppedFrameCount: Int { 0 }

  /// Ends the process, which holds the state of earlier frames; the next frame starts another.
  package func reset() {
    state.withLock { $0 = WorkerProcess(options) }
  }

  private var current: WorkerProcess { state.withLock { $0 } }
}
