import Foundation

/// The compiler, with the modules that this test was built with.
enum SwiftCompiler {
  /// What a compilation came to.
  struct Outcome {
    let succeeded: Bool
    let messages: String

    /// The warnings besides those on values that a snippet does not use.
    var warnings: [Substring] {
      messages.split(separator: "\n").filter { line in
        line.contains(": warning:")
          && !["never used", "is unused", "never mutated", "never read"].contains { line.contains($0) }
      }
    }
  }

  /// Where the build has put its products: beside the program that runs the tests.
  static let products: URL = {
    let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return program.resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

  /// Checks a program without making one, in Swift 6 mode or an older one.
  static func check(_ files: [String: String], mode: String = "6", flags: [String] = []) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("GuideSnippet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let paths = files.keys.sorted().map { folder.appendingPathComponent($0).path }
    let libraryOnly = files.keys.contains("main.swift") ? [] : ["-parse-as-library"]
    return try run(["swiftc", "-typecheck", "-swift-version", mode] + flags + libraryOnly + moduleFlags + paths)
  }

  /// Where the package's modules and the C modules behind them are.
  private static let moduleFlags: [String] = {
    let own = ["-I", products.appendingPathComponent("Modules").path]
    let maps = (subfolders(of: products) + subfolders(of: sources)).map {
      $0.appendingPathComponent("module.modulemap").path
    }
    .filter(FileManager.default.fileExists).map { "-fmodule-map-file=\($0)" }
    let headers = subfolders(of: sources).map { "-I\($0.appendingPathComponent("include").path)" }
    let packages = ["libavformat", "libturbojpeg", "libdeflate"]
    let system = (try? run(["pkg-config", "--cflags"] + packages))?.messages ?? ""
    let cache = ["-module-cache-path", products.appendingPathComponent("ModuleCache").path]
    return own + cache
      + (maps + headers + system.split(whereSeparator: \.isWhitespace).map(String.init)).flatMap { ["-Xcc", $0] }
  }()

  private static func subfolders(of folder: URL) -> [URL] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
      .map { folder.appendingPathComponent($0) }
  }

  private static func run(_ command: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(succeeded: process.terminationStatus == 0, messages: String(decoding: output, as: UTF8.self))
  }
}
