import ArgumentParser
import Foundation
import LiteRTEngine
import VisionPackage
import VisionTasks

/// The `vision` command: one subcommand a task, and `models` for what they need.
@main
struct Vision: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vision",
    abstract: "Find hand gestures, hand landmarks, body poses and objects in pictures and videos.",
    discussion: """
      Exit status: 0 done; 1 some inputs failed, each named on standard error, the others are done; 2 wrong usage; \
      3 a model or the runtime library is missing or unusable; 130 ended by Ctrl-C, 141 by the \
      reader of standard output, with what was done so far written whole.
      """,
    version: PackageVersion.current,
    subcommands: TaskRegistry.all.map { $0.command } + [
      StudioCommand.self,
      WorkerCommand.self,
      ModelsCommand.self,
      DoctorCommand.self,
      BenchCommand.self,
      BenchWorkerCommand.self,
    ]
  )

  /// Parses and runs; replaces the parser's own `main` because its exit status for wrong usage is 64.
  static func main() async {
    let status: ExitStatus
    var running: (any ParsableCommand.Type)?
    // The command owns its standard error, so LiteRT's own notice can be kept off it.
    CompilationGate.shared.hideFirstNotice()
    do {
      var command = try parseAsRoot()
      running = type(of: command)
      if var asyncCommand = command as? any AsyncParsableCommand {
        try await asyncCommand.run()
      } else {
        try command.run()
      }
      status = .done
    } catch {
      status = report(error, from: running)
    }
    Foundation.exit(status.rawValue)
  }

  /// Prints what an error or a request for help has to say.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - command: The command that ran; nil while the command line was parsed.
  /// - Returns: The exit status it stands for.
  private static func report(_ error: any Error, from command: (any ParsableCommand.Type)?) -> ExitStatus {
    let status = ExitStatus(error)
    switch error {
    case is ExitStatus: break  // What failed was named where it failed.
    case let error as TasksError: StandardError.print("Error: \(error)")
    case let error as ValidationError where command != nil:
      StandardError.print("Error: \(error.message)\n\(usage(of: command ?? Vision.self))")
    default:
      let message = fullMessage(for: error)
      if status == .done { print(message) } else if !message.isEmpty { StandardError.print(message) }
    }
    return status
  }

  /// The usage of a subcommand as the parser prints it with errors of its own. The parser knows the subcommand only while it
  /// parses, and shows the usage of `vision` for what is found wrong later.
  static func usage(of command: any ParsableCommand.Type) -> String {
    let usage = usageString(for: command)
    let names = usage.prefix { !"[<".contains($0) }.trimmingCharacters(in: .whitespaces)
    return "Usage: \(usage)\n  See '\(names) --help' for more information."
  }
}
