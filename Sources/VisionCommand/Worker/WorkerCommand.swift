import ArgumentParser
import LiteRTEngine
import VisionTasks
import VisionWorker

/// `vision worker`: tasks as sandboxed processes that answer requests, for servers.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Process images from standard input within resource limits, with JSON lines on standard output.",
    discussion: """
      One task per process. A request is a line of JSON, {"id": 1, "bytes": 12345}, followed by that many bytes of an image \
      file or of pixels; the response is one line. Memory, CPU time and open files are limited. On Linux a worker has no \
      network access, cannot start processes and cannot write files. docs/worker.md describes the protocol.
      """,
    subcommands: TaskRegistry.all.map { $0.workerCommand } + [
      WorkerInspectCommand.self,
      WorkerCheckCommand.self,
    ])
}

/// The start of a worker, before it opens a model.
enum WorkerEntry {
  /// Applies the limits and enters the sandbox.
  ///
  /// - Parameters:
  ///   - limits: The limits.
  ///   - models: The files that stay readable.
  ///   - loadsRuntime: Whether LiteRT's library, which is trusted, is loaded before the sandbox hides it.
  /// - Returns: What is in force; if system calls are not filtered, a warning gives the reason.
  /// - Throws: `TasksError` for a limit that the system rejects, and for a library that cannot be loaded.
  static func enter(_ limits: WorkerLimits, models: [String], loadsRuntime: Bool) throws -> WorkerSandbox {
    RuntimeLog.openNullDevice()
    try limits.apply()
    if loadsRuntime { _ = try RuntimeLibrary.shared() }
    let sandbox = WorkerSandbox.enter(readable: models)
    if let reason = sandbox.unfilteredReason {
      StandardError.print(
        "Warning: this worker is limited but not sandboxed, so it can access the network and files: \(reason).")
    }
    return sandbox
  }
}
