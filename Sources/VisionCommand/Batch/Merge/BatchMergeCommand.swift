import ArgumentParser
import VisionTasks

/// `vision batch merge`.
struct BatchMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the folders of a batch's shards, and prove that no input is missing or doubled.",
    discussion: """
      The folders have to be of the same batch: the same inputs, task, model and options. The result is the folder that one run \
      without --shard would have written. Missing inputs are named by their numbers, and nothing is written. A part that \
      several folders have must be the same in all of them.
      """)

  @Argument(help: ArgumentHelp("A folder that vision batch has written.", valueName: "folder"))
  var folders: [String]

  @Option(help: ArgumentHelp("The folder of the joined results.", valueName: "folder"))
  var out: String

  @Flag(help: "Print no summary.")
  var quiet = false

  func run() throws {
    do {
      let merge = try BatchMerge(folders)
      let summary = try merge.write(to: out)
      if !quiet { StandardError.print(summary) }
    } catch let error as MergeFailure {
      StandardError.print("Error: \(error.message)")
      throw ExitStatus.someInputsFailed
    } catch let failure as BatchFolderFailure {
      StandardError.print("Error: \(failure.error.message)")
      throw ExitStatus.unusableFolder
    } catch let error as TasksError {
      throw ValidationError(error.message)
    }
  }
}

/// Folders that cannot be joined to a whole batch.
struct MergeFailure: Error {
  let message: String
}
