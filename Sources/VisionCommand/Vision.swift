import ArgumentParser
import Foundation
import VisionErrors

/// The `vision` command.
@main
struct Vision: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vision", abstract: "Find hands, poses and objects in pictures and videos.",
    subcommands: [ModelsCommand.self])

  /// Parses and runs; a model that is missing or unusable ends with status 3, wrong usage with 2.
  static func main() async {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as TasksError {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      Foundation.exit(3)
    } catch  where exitCode(for: error) == .validationFailure {
      FileHandle.standardError.write(Data((fullMessage(for: error) + "\n").utf8))
      Foundation.exit(2)
    } catch {
      exit(withError: error)
    }
  }
}
