import ArgumentParser
import Foundation

/// Prints the rows of the suite's table, for programs that measure them in another way: python_peer.py.
struct RowsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rows", abstract: "Print the rows of the suite, with tasks and options in MediaPipe's names.",
    discussion: "Prints a line of JSON a row.")

  private struct Line: Encodable {
    let name, file, model: String
    let peer: PeerTask
  }

  func run() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for row in SuiteRow.all {
      let spec = try BenchSpec(row)
      let line = Line(name: row.name, file: row.file, model: spec.model, peer: spec.peer)
      print(String(decoding: try encoder.encode(line), as: UTF8.self))
    }
  }
}
