import ArgumentParser
import Foundation
import LiteRTEngine
import VisionCore
import VisionTasks

/// The `vision` command: one subcommand per task, and others for batches, models, servers and workers.
@main
struct Vision: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vision",
    abstract: "Find hand gestures, hand landmarks, body poses and objects in images and videos.",
    discussion: """
      Exit status: 0 success; 1 some inputs failed (each is reported on standard error, the others are processed); 2 invalid \
      usage; 3 a model or the runtime library is missing or unusable; 4 the folder of a batch cannot be written, or its files \
      are damaged; 130 stopped by Ctrl-C; 141 the reader closed standard output. In the last two cases the results so far are written completely.
      """,
    version: PackageVersion.current,
    subcommands: TaskRegistry.all.map { $0.command } + [
      BatchCommand.self,
      StudioCommand.self,
      ServeCommand.self,
      WorkerCommand.self,
      ModelsCommand.self,
      DoctorCommand.self,
    ]
  )

  /// Parses and runs. Replaces ArgumentParser's `main`, whose exit status for invalid usage is 64.
  static func main() async {
    let status: ExitStatus
    var running: (any ParsableCommand.Type)?
    // A command owns its standard error, unlike a library, so LiteRT's startup notice can be suppressed.
    CompilationGate.shared.hideFirstNotice()
    do {
      try CommandNames.check(Array(CommandLine.arguments.dropFirst()))
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

  /// Prints an error or the requested help.
  ///
  /// - Parameters:
  ///   - error: The thrown error.
  ///   - command: The command that ran; nil for an error of parsing.
  /// - Returns: The exit status.
  private static func report(_ error: any Error, from command: (any ParsableCommand.Type)?) -> ExitStatus {
    let status = ExitStatus(error)
    switch error {
    case is ExitStatus: break  // Failures were reported where they occurred.
    case let error as TasksError:
      StandardError.print(CommandNames.escaped("Error: \(error)", CommandLine.arguments))
    case let error as ValidationError where command != nil:
      let message = CommandNames.escaped(error.message, CommandLine.arguments)
      StandardError.print("Error: \(message)\n\(usage(of: command ?? Vision.self))")
    default:
      let message = fullMessage(for: error)
      if status == .done {
        print(message)
      } else if let hint = CommandNames.dashHint(Array(CommandLine.arguments.dropFirst())), command == nil {
        StandardError.print("Error: \(hint)")
      } else if !message.isEmpty {
        StandardError.print(CommandNames.escaped(message, CommandLine.arguments))
      }
    }
    return status
  }

  /// The usage of a subcommand, formatted as ArgumentParser does. For errors after parsing, the parser would print the usage of
  /// `vision` instead.
  static func usage(of command: any ParsableCommand.Type) -> String {
    let usage = usageString(for: command)
    let names = usage.prefix { !"[<".contains($0) }.trimmingCharacters(in: .whitespaces)
    return "Usage: \(usage)\n  See '\(names) --help' for more information."
  }
}
