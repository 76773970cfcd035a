import VisionCore
import VisionResults
import VisionTasks

package final class WorkerTask: AnyVisionTask, Sendable {
  private struct State {
    var process: WorkerProcess
    var trails = ObjectTrails()
  }

  private let options: WorkerProcess.Options
  private let task: String
  private let state: Locked<State>

  /// Starts the worker. For answers with masks raise `answerBytes`.
  package init(_ options: WorkerProcess.Options, task: String) throws(TasksError) {
    self.options = options
    self.task = task
    let process = WorkerProcess(options)
    state = Locked(State(process: process))
    try process.start()
  }

  package func output(of image: MPImage) throws -> any TaskOutput {
    try current.output(of: image.imageBuffer, timestampMs: nil, task: task)
  }

  package func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    let output = try current.output(of: frame.imageBuffer, timestampMs: timestampInMilliseconds, task: task)
    guard let output = output as? any TrackedOutput else { return output }
    // Trails are for drawing only and are not part of the worker's answer.
    return state.withLock { $0.trails.update(with: output, timestampInMilliseconds: timestampInMilliseconds) }
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    throw TasksError(.unimplementedError, "A worker has no live-stream mode; ask it for frames in video mode.")
  }

  package var droppedFrameCount: Int { 0 }

  /// Ends the process, which holds the state of earlier frames; the next frame starts another.
  package func reset() { state.withLock { $0 = State(process: WorkerProcess(options)) } }

  private var current: WorkerProcess { state.withLock { $0.process } }
}
