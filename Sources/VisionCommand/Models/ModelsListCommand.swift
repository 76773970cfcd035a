import ArgumentParser
import Foundation
import VisionCatalog

/// `vision models list`: what the catalog has.
struct ModelsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the models and sample pictures of the catalog.")

  @Flag(help: "Print JSON with sizes, hashes, licences and sources.")
  var json = false

  func run() throws {
    let catalog = ModelCatalog()
    if json {
      try JSONText.print(catalog.entries.map { CatalogReport($0, in: catalog) })
      return
    }
    let width = catalog.entries.map(\.name.count).max() ?? 0
    for entry in catalog.entries {
      let name = entry.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let size = ByteCountText.megabytes(entry.byteCount)
      let state = catalog.isCached(entry) ? "fetched" : "-      "
      print(
        "\(name)  \(size)  \(state)  \(entry.license.padding(toLength: 10, withPad: " ", startingAt: 0))  \(entry.summary)"
      )
    }
  }
}
