import ArgumentParser
import VisionCatalog

/// `vision models path`: where a fetched file is.
struct ModelsPathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the path of a fetched model or picture.")

  @Argument(help: "A name of the catalog.")
  var name: String

  func run() throws {
    print(try ModelCatalog().path(of: name))
  }
}
