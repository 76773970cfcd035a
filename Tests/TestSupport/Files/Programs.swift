import Foundation

/// Programs of the package beside the test bundle.
package enum BuiltProgram {
  /// The command; nil when only the tests were built, as are the others.
  package static let vision = named("vision")
  /// The benchmarks of the tasks.
  package static let visionBench = named("vision-bench")
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

/// Commands of the system that tests run.
package enum SystemCommand {
  /// The one without a window first: it needs half the processor time.
  package static let chromium = find("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
  package static let compiler = find("cc", "clang", "gcc")
  package static let ffmpeg = find("ffmpeg")
  package static let ffprobe = find("ffprobe")
  package static let openssl = find("openssl")
  package static let python = find("python3")
  package static let strace = find("strace")
  package static let unshare = find("unshare")

  /// The first of the names that a folder of `PATH` has.
  package static func find(_ names: String...) -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = names.flatMap { name in folders.map { "\($0)/\(name)" } }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }
  }

  /// Whether strace is there and may trace.
  package static let canTrace = succeeds(strace, ["-f", "-e", "trace=network", "/bin/true"])

  /// Whether file systems can be mounted in a namespace of their own, as root can in most places.
  package static let canMount =
    geteuid() == 0
    && succeeds(unshare, ["-m", "--propagation", "private", "/bin/sh", "-c", "mount -t tmpfs tmpfs /mnt"])

  private static func succeeds(_ program: URL?, _ arguments: [String]) -> Bool {
    guard let program else { return false }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
