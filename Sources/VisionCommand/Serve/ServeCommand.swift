#if Servers
  import ArgumentParser
  import Foundation
  import VisionServer
  import VisionTasks

  /// `vision serve`: models by the Open Inference Protocol.
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
      help: ArgumentHelp(
        "A JSON file with options (default: the one that \(ServerOptions.configurationVariable) names).",
        valueName: "path"))
    var config: String?

    func run() async throws {
      let server: Server
      do { server = try Server(options: options()) } catch let error as TasksError {
        throw ValidationError(error.message)
      }
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
        StandardError.print("Error: \(error.message)")
        throw ExitStatus.someInputsFailed
      }
    }

    /// The options of the command line, the environment and the file.
    private func options() throws -> ServerOptions {
      let environment = ProcessInfo.processInfo.environment
      let file = config ?? environment[ServerOptions.configurationVariable].flatMap { $0.isEmpty ? nil : $0 }
      return try ServerOptions(flags: arguments.values, environment: environment, file: file)
    }
  }

  /// The options of `vision serve` as arguments, created from their descriptions as those of tasks are.
  struct ServerArguments: ParsableArguments, CustomReflectable {
    /// The given values, by the options' names.
    private(set) var values: [String: OptionValue] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: ArgumentKey.self)
      for option in ServerOption.all { values[option.name] = try Self.value(of: option, in: container) }
    }

    var customMirror: Mirror {
      Mirror(self, children: ServerOption.all.map { ("_" + $0.key, Self.argument(of: $0)) })
    }

    private static func argument(of option: ServerOption) -> Any {
      let name = NameSpecification.customLong(option.name)
      let text = option.help + (option.defaultText.map { " (default: \($0))" } ?? "")
      let help = ArgumentHelp(stringLiteral: text)
      let named = ArgumentHelp(text, valueName: option.valueName)
      return switch option.kind {
      case .integer: Option<Int?>(name: name, parsing: .unconditional, help: named)
      case .number: Option<Double?>(name: name, parsing: .unconditional, help: named)
      case .text, .choice: Option<String?>(name: name, help: named)
      case .toggle: Flag(wrappedValue: false, name: name, help: help)
      case .list: Option<[String]>(wrappedValue: [], name: name, parsing: .singleValue, help: named)
      }
    }

    private static func value(
      of option: ServerOption, in container: KeyedDecodingContainer<ArgumentKey>
    ) throws -> OptionValue? {
      let key = ArgumentKey(option.key)
      switch option.kind {
      case .integer:
        return try container.decode(Option<Int?>.self, forKey: key).wrappedValue.map { .number(Double($0)) }
      case .number: return try container.decode(Option<Double?>.self, forKey: key).wrappedValue.map { .number($0) }
      case .text, .choice: return try container.decode(Option<String?>.self, forKey: key).wrappedValue.map { .text($0) }
      case .toggle: return try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? .toggle(true) : nil
      case .list:
        let names = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
        return names.isEmpty ? nil : .names(names)
      }
    }
  }
#else
  import ArgumentParser
  import VisionCore

  /// Stands in for `vision serve` in a program that was built without the trait `Servers`.
  struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws {
      throw TasksError(
        .unimplementedError,
        "This vision was built without its server (--disable-default-traits); scripts/install builds it with the server.")
    }
  }
#endif
