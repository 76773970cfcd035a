import ArgumentParser
import LiteRTEngine
import VisionMedia
import VisionTasks

@main
struct Vision: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vision",
    abstract: "Find hand gestures, body poses, faces and objects in images and videos; compare images.",
    discussion: """
      Exit status: 0 success; 1 some inputs failed (each is reported on standard error, the others are processed) or an output \
      was lost; 2 invalid usage; 3 a model or the runtime library is missing or unusable; 4 a batch cannot go on: a full disk, \
      too little memory or damaged files of its own; 130 stopped by Ctrl-C, kill or a closed terminal; 141 the reader closed \
      standard output. In the last two cases the results so far are written completely.
      """,
    version: PackageVersion.current,
    subcommands: TaskRegistry.all.map { $0.command } + [
      SimilarCommand.self, BatchCommand.self, GesturesCommand.self, EvaluateCommand.self, StudioCommand.self,
      ServeCommand.self, WorkerCommand.self, ModelsCommand.self, DoctorCommand.self,
    ])

  /// Parses and runs. Replaces ArgumentParser's `main`, whose exit status for invalid usage is 64.
  static func main() async {
    openStandardDescriptors()
    // Swift reads them from /proc on Linux. Without any the command would print its help and succeed.
    guard !CommandLine.arguments.isEmpty else {
      StandardError.print("Error: The program's arguments cannot be read, since /proc is not mounted.")
      Foundation.exit(ExitStatus.wrongUsage.rawValue)
    }
    var status: ExitStatus
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
    } catch { status = report(error, from: running) }
    // What `print` keeps is written now.
    if fflush(nil) != 0, status == .done {
      let failure = FileFailure()
      if failure.number != EPIPE { StandardError.print("Standard output cannot be written: \(failure.text).") }
      status = failure.number == EPIPE ? .readerGone : .someInputsFailed
    }
    // A thread that ends may still hold an output that was given up, whose file would stay.
    UnfinishedFiles.shared.removeAll()
    Foundation.exit(status.rawValue)
  }

  /// Opens what the caller has closed of standard input and error: else the next file gets its number.
  private static func openStandardDescriptors() {
    for (number, mode) in [(STDIN_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)] where fcntl(number, F_GETFD) == -1 {
      let null = open("/dev/null", mode)
      guard null >= 0, null != number else { continue }
      dup2(null, number)
      close(null)
    }
  }

  /// Prints an error or the requested help. `command` is nil for an error of parsing.
  private static func report(_ error: any Error, from command: (any ParsableCommand.Type)?) -> ExitStatus {
    let status = ExitStatus(error)
    switch error {
    case is ExitStatus: break  // Failures were reported where they occurred.
    case let lost as LostOutput where lost.isReaderGone: break
    case is TasksError, is LostOutput:
      StandardError.print(CommandNames.escaped("Error: \(error.localizedDescription)", CommandLine.arguments))
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

  /// A subcommand's usage as the parser formats it. For errors after parsing it would print that of `vision` instead.
  static func usage(of command: any ParsableCommand.Type) -> String {
    let usage = usageString(for: command)
    let names = usage.prefix { !"[<".contains($0) }.trimmingCharacters(in: .whitespaces)
    return "Usage: \(usage)\n  See '\(names) --help' for more information."
  }
}

extension ValidationError {
  /// Throws for a number that is given and not in a range.
  static func check(_ number: Int?, in allowed: ClosedRange<Int>, option: String) throws {
    guard let number, !allowed.contains(number) else { return }
    let range =
      allowed.upperBound == .max
      ? "is any integer from \(allowed.lowerBound)" : "are \(allowed.lowerBound) to \(allowed.upperBound)"
    throw ValidationError("\(option) is \(number); allowed \(range).")
  }

  static func wrapping<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as TasksError { throw ValidationError(error.message) }
  }
}

/// Checks of a command line that the parser does not make, or reports in words that do not help.
enum CommandNames {
  /// Throws `ValidationError` for an unknown subcommand, also after `help`, with the closest known name.
  static func check(_ arguments: [String]) throws {
    try checkValues(arguments)
    var command: any ParsableCommand.Type = Vision.self
    var words = ["vision"]
    var others: [String] = []
    for argument in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let configuration = command.configuration
      let names = configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay).compactMap(\.commandName)
      guard !argument.hasPrefix("-"), !names.isEmpty else { return }
      guard let next = configuration.subcommands.first(where: { $0.configuration.commandName == argument }) else {
        // The arguments of a default subcommand.
        if configuration.defaultSubcommand != nil, arguments.first != "help" { return }
        // Such as `vision gesture`, for an input after `vision gestures`.
        let other = others.closest(to: words.last ?? "").map { " For inputs there is \"vision \($0)\"." } ?? ""
        let advice =
          names.closest(to: argument).map { "did you mean \"\($0)\"?" }
          ?? "commands are \(names.joined(separator: ", "))." + other
        throw ValidationError(
          "\(words.joined(separator: " ")) has no command \"\(argument.escapingControlCharacters)\"; \(advice)")
      }
      command = next
      others = names.filter { $0 != argument }
      words.append(argument)
    }
  }

  /// Throws for an option with nothing after its equals sign, such as `--json=$UNSET`: the parser would take the next
  /// argument as its value, and an output would replace an input.
  private static func checkValues(_ arguments: [String]) throws {
    for argument in arguments.prefix(while: { $0 != "--" }) {
      guard let (_, name) = argument.wholeMatch(of: /(--[a-z][a-z-]*)=/)?.output else { continue }
      throw ValidationError("\(name)= has no value; give one after the equals sign, or leave the option out.")
    }
  }

  /// The error for a file whose name begins with a dash, which is read as an option; nil without one.
  static func dashHint(_ arguments: [String]) -> String? {
    let files = arguments.prefix { $0 != "--" }.filter { argument in
      argument.hasPrefix("-") && argument.count > 1 && Double(argument) == nil && RawPath(argument).status != nil
    }
    return files.first.map {
      "\"\($0)\" is read as an option, since it begins with a dash; for the file of this name write ./\($0)"
    }
  }

  static func escaped(_ message: String, _ arguments: [String]) -> String {
    arguments.reduce(message) { text, argument in
      let escaped = argument.escapingControlCharacters
      return escaped == argument ? text : text.replacing(argument, with: escaped)
    }
  }
}

enum ExitStatus: Int32, Error, Hashable {
  case done = 0
  case someInputsFailed = 1
  case wrongUsage = 2
  case unusableModel = 3
  case unusableFolder = 4
  /// Stopped by Ctrl-C, with pending output written; 128 + SIGINT.
  case interrupted = 130
  /// The reader of standard output closed it early; 128 + SIGPIPE.
  case readerGone = 141

  /// Inputs fail where they are read, and options during parsing: a `TasksError` here concerns a model or the runtime.
  /// An output that cannot be written is a `LostOutput`, one of a batch a `BatchFolderFailure`.
  init(_ error: any Error) {
    switch error {
    case let status as ExitStatus: self = status
    case let exit as ExitCode: self = ExitStatus(rawValue: exit.rawValue) ?? .someInputsFailed
    case is TasksError: self = .unusableModel
    case let lost as LostOutput: self = lost.status
    default:
      switch Vision.exitCode(for: error) {
      case .success: self = .done
      case .validationFailure: self = .wrongUsage
      default: self = .someInputsFailed
      }
    }
  }

  /// Reports an error whose status is this one, and returns the status, to be thrown.
  func reporting(_ message: String) -> ExitStatus {
    StandardError.print("Error: \(message)")
    return self
  }
}
