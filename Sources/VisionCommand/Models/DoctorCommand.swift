import ArgumentParser
import LiteRTEngine
import VisionCatalog

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Show what is installed, what is missing, and how to install it.",
    discussion: """
      Reads the processor's features and what the process may use of the machine, loads LiteRT and the system's libraries, and lists fetched models. The exit status is \
      3 when LiteRT is missing; without the other libraries only the named features fail.
      """)

  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let report = DoctorReport()
    if json { try JSONText.print(report) } else { print(report.text) }
    guard report.engine.isFound else { throw ExitStatus.unusableModel }
  }
}

struct DoctorReport: Codable, Hashable, Sendable {
  struct Item: Codable, Hashable, Sendable {
    let name, use: String
    let isFound: Bool
    /// Where it is, or what is wrong and what mends it; nil where there is nothing to say.
    let note: String?
  }

  let version: String
  let machine: MachineDescription
  let resources: ProcessResources
  let descriptors: Int
  let engine: Item
  let libraries: [Item]
  let cache: String
  let models: [Item]

  /// Loads every library; reads no model. `openEngine` opens LiteRT and returns its file.
  init(
    catalog: ModelCatalog = ModelCatalog(), libraries: [LibraryUse] = LibraryUse.media + LibraryUse.downloads,
    openEngine: () throws -> String = { try RuntimeLibrary.shared().path }
  ) {
    version = PackageVersion.current
    machine = .current
    (resources, descriptors) = (.current, ProcessResources.descriptors)
    engine = Self.item("LiteRT", for: "every task", openEngine)
    self.libraries = libraries.map { library in
      Self.item(library.name, for: library.use) {
        try library.load()
        return nil
      }
    }
    cache = catalog.cache.models.path
    models = catalog.entries.filter { $0.kind == .model }.map { entry in
      let isFetched = catalog.isCached(entry)
      return Item(name: entry.name, use: entry.summary, isFound: isFetched, note: isFetched ? nil : entry.fetchCommand)
    }
  }

  private static func item(_ name: String, for use: String, _ body: () throws -> String?) -> Item {
    do {
      return Item(name: name, use: use, isFound: true, note: try body())
    } catch { return Item(name: name, use: use, isFound: false, note: "\(error)") }
  }

  /// The report for people, one line each; what is missing has a second line that says what to do.
  var text: String {
    var lines = ["vision \(version)", machine.text, "may use \(resources.text), \(descriptors) open files"]
    lines += ["", "engine:"] + Self.lines([engine], missing: "missing")
    lines += ["", "libraries, each needed by some features only:"] + Self.lines(libraries, missing: "missing")
    lines += ["", "models in \(cache):"] + Self.lines(models, missing: "-")
    if engine.isFound, libraries.allSatisfy(\.isFound) { lines += ["", "LiteRT and all libraries are installed."] }
    return lines.joined(separator: "\n")
  }

  private static func lines(_ items: [Item], missing: String) -> [String] {
    let width = items.map(\.name.count).max() ?? 0
    return items.flatMap { item in
      let name = item.name.padded(to: width)
      let state = (item.isFound ? "found" : missing).padded(to: 7)
      return ["  \(name)  \(state)  \(item.use)"] + (item.note.map { ["      \($0)"] } ?? [])
    }
  }
}
