import Foundation
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
    return BenchProcess(executable: executable, arguments: ["bench-worker"])
  }

  /// MediaPipe's worker: a script in a Python interpreter with the package `mediapipe`.
  static func mediaPipe(python: String, script: String) -> BenchProcess {
    Self.python(python, [script])
  }

  /// The `vision` command with arguments.
  static func command(_ arguments: [String]) throws -> BenchProcess {
    BenchProcess(executable: try ours().executable, arguments: arguments)
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
