import ArgumentParser
import VisionTasks

/// `vision batch`: a task on many inputs, in a folder of results that a run can continue.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Process many images and videos into a folder of results, which the same command continues.",
    discussion: """
      Results are written in parts. A part that is finished is never done again: after Ctrl-C, SIGKILL or a power failure the \
      same command continues, and the folder has the same bytes as after an undisturbed run. Inputs that fail are listed in \
      errors.jsonl. With --shard several machines share the work, and `vision batch merge` joins their folders. \
      docs/batch.md has examples.
      """,
    subcommands: TaskRegistry.all.map { $0.batchCommand } + [BatchMergeCommand.self])
}
