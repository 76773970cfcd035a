#if Servers
  import ArgumentParser
  import VisionStudio
  import VisionTasks

  struct StudioCommand: AsyncParsableCommand {
    static let tokenVariable = "VISION_STUDIO_TOKEN"

    static let configuration = CommandConfiguration(
      commandName: "studio", abstract: "Try the tasks in a browser: camera, images, videos and your own models.",
      discussion: """
        Serves a page on this machine until Ctrl-C. Nothing is fetched from the network except models that you choose to fetch. Uploaded files are stored in a private \
        temporary folder that is deleted at the end.

        The printed address contains a token that is required for access, also from other users of this machine. It is random \
        unless set by the environment variable \(Self.tokenVariable) or by --token.
        """)

    @Option(help: "The port; 0 for any free port.", number: "n") var port = StudioOptions.defaultPort

    @Option(help: "The address to listen on; any but a loopback address needs --allow-remote.")
    var host = "127.0.0.1"

    @Flag(help: "Allow access from other machines. Traffic is not encrypted; use an HTTPS proxy.")
    var allowRemote = false

    @Option(
      help: """
        The access token, at least 12 letters, digits, - and _. Other users of this machine can see it in the list of processes, \
        unlike \(Self.tokenVariable).
        """)
    var token: String?

    @Flag(
      help: "Run uploaded models even where system calls cannot be filtered; only for models from a trusted source.")
    var allowUnsandboxedModels = false

    @Flag(help: "Do not open a browser.") var noOpen = false

    @Option(help: ArgumentHelp("Serve the page's files from this folder, for development.", visibility: .hidden))
    var pageFolder: String?

    func run() async throws {
      #if os(Linux)
        guard Studio.hideProcess() else {
          throw TasksError(
            .internalError, "The process cannot be hidden from other programs, which could read its token.")
        }
      #endif
      let studio = try ValidationError.wrapping { try Studio(options: options) }
      do {
        try await studio.run(
          onReady: { address in
            print("Vision Studio is at \(address.absoluteString)\nCtrl-C ends it.")
            fflush(nil)
          }, openingWith: noOpen ? nil : Browser.open)
      } catch let error as TasksError {
        // The address is the cause, not a model.
        throw ExitStatus.someInputsFailed.reporting(error.message)
      }
    }

    var options: StudioOptions {
      var options = StudioOptions()
      options.host = host
      options.port = port
      options.allowsRemote = allowRemote
      // An empty variable counts as unset.
      options.token = token ?? ProcessInfo.processInfo.environment[Self.tokenVariable].flatMap { $0.isEmpty ? nil : $0 }
      #if os(Linux)
        // Valid even after the file was replaced by an upgrade.
        options.workerExecutable = "/proc/self/exe"
      #else
        options.workerExecutable = Bundle.main.executablePath
      #endif
      options.allowsUnsandboxedModels = allowUnsandboxedModels
      options.pageFolder = pageFolder.map { URL(literalPath: $0) }
      return options
    }
  }

  enum Browser {
    /// Opens a file; does nothing without a desktop session, since the address was printed.
    static func open(_ file: URL) {
      #if os(macOS)
        let program = "open"
      #else
        let environment = ProcessInfo.processInfo.environment
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
        let program = "xdg-open"
      #endif
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [program, file.absoluteString]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      // Without a browser the printed address is enough.
      try? process.run()
    }
  }
#else
  import ArgumentParser
  import VisionCore

  /// Stands in for `vision studio` in a program that was built without the trait `Servers`.
  struct StudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "studio", shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []

    func run() throws {
      throw TasksError(
        .unimplementedError,
        "This vision was built without its page (the trait Servers); scripts/install builds it with the page.")
    }
  }
#endif
