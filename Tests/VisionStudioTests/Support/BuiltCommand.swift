import Foundation

/// The command beside the test bundle, in whose processes models of visitors run.
enum BuiltCommand {
  /// Its path; nil when only the tests were built.
  static let path: String? = {
    let folders =
      [Bundle.main.executableURL?.deletingLastPathComponent()]
      + CommandLine.arguments.map { Optional(URL(filePath: $0).deletingLastPathComponent()) }
    return folders.compactMap { $0?.appending(path: "vision").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  static let skipNote = "Needs the built command, and the folder `shared` beside the checkout."

  static var isPossible: Bool { path != nil && SharedFolder.isPresent }
}
