import ArgumentParser
import VisionTasks

/// `vision worker`: tasks as processes that answer requests; the unit for engines and servers.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Answer images on standard input with JSON lines on standard output, within limits.",
    discussion: """
      One task, one process. A request is a line of JSON, {"id": 1, "bytes": 12345}, followed by so many bytes of an image file \
      or of pixels; its answer is one line. Memory, processor time and open files are limited; on Linux there is no network, \
      no other process and no file that can be written. docs/worker.md describes the protocol.
      """,
    subcommands: TaskRegistry.all.map { $0.workerCommand } + [
      WorkerInspectCommand.self,
      WorkerCheckCommand.self,
    ])
}
