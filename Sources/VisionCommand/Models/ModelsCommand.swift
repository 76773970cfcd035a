import ArgumentParser
import VisionCatalog

struct ModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models", abstract: "List, fetch and inspect models and sample images.",
    discussion: """
      Files are cached in $XDG_CACHE_HOME/swift-vision-tasks (~/.cache/swift-vision-tasks). The environment variable \
      VISION_MODELS_MIRROR names a folder that is searched before the network.
      """,
    subcommands: [
      ModelsListCommand.self, ModelsFetchCommand.self, ModelsAssembleCommand.self, ModelsInfoCommand.self,
      ModelsPathCommand.self,
    ])
}

struct ModelsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the models and sample images in the catalog.")

  @Flag(help: "Print JSON with sizes, hashes, licenses and sources.") var json = false

  func run() throws {
    let catalog = ModelCatalog()
    if json { return try JSONText.print(CatalogReport(catalog)) }
    let width = catalog.entries.map(\.name.count).max() ?? 0
    for entry in catalog.entries {
      let name = entry.name.padded(to: width)
      let state = catalog.isCached(entry) ? "fetched" : "-      "
      let license = entry.license.padded(to: 10)
      print("\(name)  \(entry.byteCount.megabytesColumn)  \(state)  \(license)  \(entry.summary)")
    }
  }
}

struct CatalogReport: Encodable {
  private struct Entry: Encodable {
    let name, kind, summary, fileName: String
    let byteCount: Int
    let sha256, license: String
    let officialAddress: String?
    let wheel: Wheel?
    let path: String?
  }

  private struct Wheel: Encodable {
    let package, version, member: String
    let pipArguments: [String]
  }

  private let version = PackageVersion.current
  private let entries: [Entry]

  init(_ catalog: ModelCatalog) {
    entries = catalog.entries.map { entry in
      Entry(
        name: entry.name, kind: entry.kind.rawValue, summary: entry.summary, fileName: entry.fileName,
        byteCount: entry.byteCount, sha256: entry.sha256, license: entry.license,
        officialAddress: entry.officialAddress,
        wheel: entry.wheel.map {
          Wheel(package: $0.package, version: $0.version, member: $0.member, pipArguments: $0.pipArguments)
        },
        path: catalog.isCached(entry) ? catalog.cache.location(of: entry).path : nil)
    }
  }
}

struct ModelsPathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the path of a fetched model or image.")

  @Argument(help: "A name in the catalog.", completion: .catalog) var name: String

  func run() throws { print(try ModelCatalog().path(of: name)) }
}

struct ModelsFetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Fetch models and images, and print their paths.",
    discussion: "Tries the mirror folder, the official URL and a Python package. Sizes and hashes are verified.")

  @Argument(help: "Names in the catalog.", completion: .catalog) var names: [String] = []

  @Flag(help: "Fetch everything.") var all = false

  func validate() throws {
    guard all || !names.isEmpty else {
      throw ValidationError("Name models or samples, as `vision models list` shows them, or pass --all.")
    }
    guard !all || names.isEmpty else {
      throw ValidationError("--all fetches everything, so names have no effect; leave one of them out.")
    }
  }

  func run() throws {
    let catalog = ModelCatalog()
    // Wrong names are reported before anything is fetched.
    let entries = all ? catalog.entries : try names.map { try catalog.entry(named: $0) }
    var failures: [TasksError] = []
    for entry in entries {
      let line = ProgressLine(name: entry.name)
      do throws(TasksError) {
        let path = try catalog.fetch(entry.name, progress: line.show)
        line.clear()
        print(path)
      } catch {
        line.clear()
        failures.append(error)
      }
    }
    guard let first = failures.first else { return }
    throw TasksError(first.code, failures.map(\.message).joined(separator: "\n"))
  }
}

struct ModelsAssembleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assemble", abstract: "Put a bundle together from parts of the catalog, and print its path.",
    discussion: """
      The bundle holistic (holistic_landmarker.task) consists of members of face_landmarker, hand_landmarker and \
      pose_landmarker_full, and of a network of the Python package mediapipe. They are fetched if needed. MediaPipe \
      takes the bundle, too.
      """)

  @Argument(help: "The bundle: holistic.", completion: .list(["holistic"])) var name: String

  @Option(help: "The file to write; the cache by default, where vision holistic finds it.", completion: .file())
  var out: String?

  func run() throws {
    if let out { try ValidationError.wrapping { try OutputFolder.requireFile(out, option: "--out") } }
    print(try ModelCatalog().assemble(name, to: out.map { URL(literalPath: $0) }))
  }
}

/// A progress line on standard error, redrawn in place; silent unless it is a terminal.
struct ProgressLine: Sendable {
  let name: String

  @Sendable func show(_ progress: FetchProgress) {
    let percent = progress.byteCount > 0 ? progress.completedByteCount * 100 / progress.byteCount : 0
    let done = "\(progress.completedByteCount.megabytesColumn) of \(progress.byteCount.megabytesColumn) (\(percent)%)"
    redraw("\(name) from \(progress.source.rawValue): \(done)")
  }

  func clear() { redraw("") }
  private func redraw(_ text: String) { if StandardError.isTerminal { StandardError.write("\r\u{1B}[K" + text) } }
}

extension Int {
  /// A size in megabytes with one decimal, padded to a column: `  8.4 MB`.
  fileprivate var megabytesColumn: String { String(format: "%5.1f MB", Double(self) / 1_000_000) }
}
