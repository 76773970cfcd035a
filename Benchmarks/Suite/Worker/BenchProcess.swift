import Foundation
import VisionCore
import VisionTasks

/// Starts a worker process, ours or MediaPipe's, and reads its measurements.
struct BenchProcess {
  let executable: URL
  var arguments: [String]
  /// The path of a library that is loaded in front of all others; only on Linux.
  var preload: String?

  /// Our worker.
  static func ours() throws -> BenchProcess {
    guard let executable = Bundle.main.executableURL else {
      throw TasksError.internalFailure("The path of this executable is unknown, so no worker can be started.")
    }
    return BenchProcess(executable: executable, arguments: ["worker"])
  }

  /// A Python interpreter, by path or by name.
  static func python(_ python: String, _ arguments: [String]) -> BenchProcess {
    python.contains("/")
      ? BenchProcess(executable: URL(fileURLWithPath: python), arguments: arguments)
      : BenchProcess(executable: URL(fileURLWithPath: "/usr/bin/env"), arguments: [python] + arguments)
  }

  /// Runs the worker and decodes its measurements.
  ///
  /// - Throws: `TasksError` with `internalError` and the worker's standard error when it fails.
  func run(_ spec: BenchSpec) throws -> BenchFigures {
    var spec = spec
    spec.started = Date().timeIntervalSince1970
    var worker = self
    worker.arguments.append(String(decoding: try JSONEncoder().encode(spec), as: UTF8.self))
    return try JSONDecoder().decode(BenchFigures.self, from: worker.lastLine())
  }

  /// Runs the process and returns the last line of its output.
  func lastLine() throws -> Data {
    guard let line = try output().split(separator: UInt8(ascii: "\n")).last else {
      throw TasksError.internalFailure("The worker \(executable.lastPathComponent) printed nothing.")
    }
    return Data(line)
  }

  /// Runs the process and returns its output.
  func output() throws -> Data {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = executable
    process.arguments = arguments
    let library = try preload.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
    if let library {
      // By its descriptor, because the loader splits paths at spaces and colons.
      let path = "/proc/\(ProcessInfo.processInfo.processIdentifier)/fd/\(library.fileDescriptor)"
      process.environment = ProcessInfo.processInfo.environment.merging(["LD_PRELOAD": path]) { $1 }
    }
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Standard error is a few log lines, which fit the pipe's buffer while standard output is read.
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let errorText = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try library?.close()
    guard process.terminationStatus == 0 else {
      throw TasksError.internalFailure(
        "The worker \(executable.lastPathComponent) failed with status \(process.terminationStatus): "
          + String(decoding: errorText.suffix(600), as: UTF8.self))
    }
    return printed
  }
}

/// A temporary folder for the duration of a measurement.
enum BenchScratch {
  static func with<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vision-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

/// The scripts that run MediaPipe in a Python interpreter. They stay in the checkout's folder `Benchmarks`.
enum PeerScript {
  /// The path of a script.
  ///
  /// - Parameters:
  ///   - name: The script's file name.
  ///   - folder: Its folder; nil for `Benchmarks` in the current folder, in the program's folder or in a folder above either.
  /// - Returns: The path of the file.
  /// - Throws: `TasksError` with `notFoundError` when there is no such file.
  static func path(_ name: String, in folder: String? = nil) throws -> String {
    if let folder { return try existing([URL(filePath: folder)], name) }
    let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
    let starts = [URL(filePath: FileManager.default.currentDirectoryPath), program].compactMap { $0 }
    return try existing(starts.flatMap(ancestry).map { $0.appending(path: "Benchmarks") }, name)
  }

  private static func existing(_ folders: [URL], _ name: String) throws -> String {
    let paths = folders.map { $0.appending(path: name).path }
    guard let path = paths.first(where: FileManager.default.fileExists) else {
      throw TasksError.notFound(
        "\(name) is not in \(folders[0].path). It is in the folder Benchmarks of this project's repository; give its path."
      )
    }
    return path
  }

  /// A folder and those above it.
  private static func ancestry(of folder: URL) -> [URL] {
    let names = folder.standardizedFileURL.pathComponents
    return names.indices.reversed().map { URL(filePath: "/" + names[..<($0 + 1)].dropFirst().joined(separator: "/")) }
  }
}
