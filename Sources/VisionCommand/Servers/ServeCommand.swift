#if Servers
  import ArgumentParser
  import VisionServer
  import VisionTasks

  struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve",
      abstract: "Serve models over HTTP: the Open Inference Protocol (KServe v2) and plain requests.",
      discussion: """
        Serves until Ctrl-C, SIGTERM or SIGHUP, then finishes the requests that it has. Each option can also be set by an environment \
        variable (--queue-seconds by VISION_SERVE_QUEUE_SECONDS) and in a JSON file ("queueSeconds"); flags precede variables, \
        which precede the file. docs/server.md describes the requests.
        """)

    @OptionGroup var arguments: ServerArguments

    @Option(
      help: "A JSON file with options (default: the one that \(ServerOptions.configurationVariable) names).",
      value: "path")
    var config: String?

    func run() async throws {
      let server = try ValidationError.wrapping { try Server(options: options()) }
      do {
        try await server.run { ready in
          print("Vision serves \(ready.models.joined(separator: ", ")) at \(ready.address)")
          if let token = ready.token, ready.hasRandomToken { print("Token: \(token)") }
          print("It may use \(ready.shares).")
          print("Ctrl-C ends it.")
          fflush(nil)
        }
      } catch let error as TasksError where error.code == .unavailableError {
        // The address is the cause, not a model.
        throw ExitStatus.someInputsFailed.reporting(error.message)
      }
    }

    private func options() throws -> ServerOptions {
      let environment = ProcessInfo.processInfo.environment
      let file = config ?? environment[ServerOptions.configurationVariable].flatMap { $0.isEmpty ? nil : $0 }
      return try ServerOptions(flags: arguments.given, environment: environment, file: file)
    }
  }

  struct ServerArguments: DescribedArguments {
    var given: [String: OptionValue] = [:]

    static var described: [DescribedArgument] {
      ServerOption.all.map { option in
        let type: ArgumentType =
          switch option.kind {
          case .integer: .integer
          case .number: .number
          case .text, .choice: .text()
          case .toggle: .flag
          case .list: .list
          }
        let text = option.help + (option.defaultText.map { " (default: \($0))" } ?? "")
        return DescribedArgument(option.name, key: option.name, type, help: text, value: option.valueName)
      }
    }
  }
#else
  import ArgumentParser
  import VisionCore

  /// Stands in for `vision serve` in a program that was built without the trait `Servers`.
  struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []

    func run() throws {
      throw TasksError(
        .unimplementedError,
        "This vision was built without its server (the trait Servers); scripts/install builds it with the server.")
    }
  }
#endif
