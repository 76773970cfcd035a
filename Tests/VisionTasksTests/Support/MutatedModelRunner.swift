import Foundation

/// The program that mutates models and runs them.
enum MutatedModelRunner {
  /// The program beside the test bundle; nil when only the tests were built.
  static let executable: URL? = {
    let folders =
      [Bundle.main.executableURL?.deletingLastPathComponent()]
      + CommandLine.arguments.map { Optional(URL(fileURLWithPath: $0).deletingLastPathComponent()) }
    return folders.compactMap { $0?.appendingPathComponent("MutatedModelRunner") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()
}
