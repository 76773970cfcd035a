import Foundation

/// Programs of the package beside the test bundle.
package enum BuiltProgram {
  /// The command; nil when only the tests were built, as are the others.
  package static let vision = named("vision")
  /// The benchmarks of the tasks.
  package static let visionBench = named("vision-bench")
  /// The example of a server.
  package static let poseServer = named("PoseServer")
  /// The program that mutates models and runs them.
  package static let mutatedModelRunner = named("MutatedModelRunner")

  /// Folders in which the build may have put its products: those of the program that runs the tests, and of the bundle.
  package static let folders: [URL] =
    ([Bundle.main.executableURL?.deletingLastPathComponent()]
    + CommandLine.arguments.map { Optional(URL(filePath: $0).deletingLastPathComponent()) }).compactMap { $0 }

  /// Whether the build has a module that the compiler can import.
  package static func hasModule(_ name: String) -> Bool { modules(with: name) != nil }

  /// The folder of the build's modules, if that one is among them.
  package static func modules(with name: String) -> URL? {
    folders.map { $0.appending(path: "Modules") }
      .first { FileManager.default.fileExists(atPath: $0.appending(path: name + ".swiftmodule").path) }
  }

  /// A program; nil when only the tests were built.
  private static func named(_ name: String) -> URL? {
    folders.map { $0.appending(path: name) }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
