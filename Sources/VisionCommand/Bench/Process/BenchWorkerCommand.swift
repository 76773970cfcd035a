import ArgumentParser
import Foundation

/// `vision bench-worker`: one timed run; started by `vision bench`.
struct BenchWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-worker", abstract: "Do one timed run; started by vision bench.", shouldDisplay: false)

  @Argument(help: "The run as JSON.")
  var spec: String

  func run() throws {
    let spec = try JSONDecoder().decode(BenchSpec.self, from: Data(spec.utf8))
    let figures = try BenchWorker(spec: spec).run()
    print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
  }
}
