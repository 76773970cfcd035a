import ArgumentParser
import MediaPipeTasksVision
import VisionOutput

/// What the workers of all tasks do.
protocol WorkerTaskCommand: ParsableCommand {
  /// The task's name.
  static var task: String { get }
  var engine: EngineOptions { get }
  var requests: WorkerModeOption { get }
  var worker: WorkerLimitOptions { get }

  /// Makes the task from the flags.
  func makeTask(mode: RunningMode) throws -> any AnyVisionTask
}

extension WorkerTaskCommand {
  func run() throws {
    let mode = requests.mode
    try WorkerOutput.take { output in
      let sandbox = try WorkerEntry.enter(worker.limits)
      let task = try makeTask(mode: mode.runningMode)
      try output.write(WorkerEntry.ready(Self.task, mode: mode.rawValue, sandbox: sandbox))
      try WorkerLoop(
        task: task, mode: mode, orientation: engine.rotation.orientation, limits: worker.limits, output: output
      ).run()
    }
  }

  /// The configuration of a command that is called as its task.
  static func named(_ abstract: String) -> CommandConfiguration {
    CommandConfiguration(commandName: task, abstract: abstract)
  }
}
