import ArgumentParser
import Foundation
import Testing
import VisionTasks

@testable import VisionCommand

/// Help texts in the folder `Snapshots`, one a command. `VISION_UPDATE_HELP=1` writes them anew.
@Suite("Every help text is the one that was looked at")
struct HelpTests {
  /// The commands, under the names of their snapshots.
  private static let commands: [(String, any ParsableCommand.Type)] = [
    ("vision-batch", BatchCommand.self),
    ("vision-batch-merge", BatchMergeCommand.self),
    ("vision-doctor", DoctorCommand.self),
    ("vision-serve", ServeCommand.self),
    ("vision-studio", StudioCommand.self),
    ("vision-worker", WorkerCommand.self),
    ("vision-worker-inspect", WorkerInspectCommand.self),
    ("vision-models", ModelsCommand.self),
    ("vision-models-list", ModelsListCommand.self),
    ("vision-models-fetch", ModelsFetchCommand.self),
    ("vision-models-info", ModelsInfoCommand.self),
    ("vision-models-path", ModelsPathCommand.self),
  ]

  /// The commands of all tasks, likewise.
  private static var taskCommands: [(String, any ParsableCommand.Type)] {
    TaskRegistry.all.flatMap { task in
      let name = task.descriptor.name
      return [
        ("vision-\(name)", task.command), ("vision-batch-\(name)", task.batchCommand),
        ("vision-worker-\(name)", task.workerCommand),
      ]
    }
  }

  private func check(_ help: String, against name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Snapshots/\(name).txt")
    let text = help + "\n"
    if ProcessInfo.processInfo.environment["VISION_UPDATE_HELP"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)), "VISION_UPDATE_HELP=1 writes the text anew")
  }

  @Test("The command itself")
  func root() throws { try check(Vision.helpMessage(columns: 100), against: "vision") }

  @Test("Its subcommands")
  func subcommands() throws {
    for (name, command) in Self.commands + Self.taskCommands {
      try check(Vision.helpMessage(for: command, columns: 100), against: name)
    }
  }
}
