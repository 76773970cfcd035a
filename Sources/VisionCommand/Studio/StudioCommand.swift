import ArgumentParser
import Foundation
import VisionStudio
import VisionTasks

/// `vision studio`: the local web page.
struct StudioCommand: AsyncParsableCommand {
  /// The environment variable that says the token.
  static let tokenVariable = "VISION_STUDIO_TOKEN"

  static let configuration = CommandConfiguration(
    commandName: "studio", abstract: "Try everything in a browser: camera, pictures, videos, models of your own.",
    discussion: """
      Serves a page on this machine until Ctrl-C. Nothing is fetched from the network; what is dropped on the page stays in \
      a private temporary folder that is removed at the end.

      The printed address has a token, without which nobody gets in, other users of this machine included. It is made up anew \
      each time, unless \(Self.tokenVariable) in the environment or --token says it.
      """)

  @Option(parsing: .unconditional, help: ArgumentHelp("The port; 0 takes a free one.", valueName: "n"))
  var port = StudioOptions.defaultPort

  @Option(
    help: ArgumentHelp(
      "The address to listen on; others than this machine's own need --allow-remote.", valueName: "host"))
  var host = "127.0.0.1"

  @Flag(help: "Let other machines in. What is sent can be read on the way: put HTTPS in front.")
  var allowRemote = false

  @Option(
    help: ArgumentHelp(
      """
      What visitors have to bring, at least 12 letters and digits. Others on this machine see it in the list of processes; \
      in \(Self.tokenVariable) they do not.
      """,
      valueName: "token"))
  var token: String?

  @Flag(help: "Do not open a browser.")
  var noOpen = false

  @Option(
    help: ArgumentHelp("Serve the page's files from this folder; for those who work on them.", visibility: .hidden))
  var pageFolder: String?

  func run() async throws {
    let studio: Studio
    do { studio = try Studio(options: options) } catch let error as TasksError { throw ValidationError(error.message) }
    do {
      try await studio.run(
        onReady: { address in
          print("Vision Studio is at \(address.absoluteString)\nCtrl-C ends it.")
          fflush(nil)
        }, openingWith: noOpen ? nil : Browser.open)
    } catch let error as TasksError {
      // The address is at fault, not a model.
      StandardError.print("Error: \(error.message)")
      throw ExitStatus.someInputsFailed
    }
  }

  /// The flags as options of the page.
  var options: StudioOptions {
    var options = StudioOptions()
    options.host = host
    options.port = port
    options.allowsRemote = allowRemote
    // An empty variable is one that is not set.
    options.token = token ?? ProcessInfo.processInfo.environment[Self.tokenVariable].flatMap { $0.isEmpty ? nil : $0 }
    #if os(Linux)
      // Also where the file has been replaced by a newer one since.
      options.workerExecutable = "/proc/self/exe"
    #else
      options.workerExecutable = Bundle.main.executablePath
    #endif
    options.pageFolder = pageFolder.map { URL(fileURLWithPath: $0, isDirectory: true) }
    return options
  }
}
