import Foundation
import VisionTasks

/// Starts a worker process, ours or MediaPipe's, and reads its figures.
struct BenchProcess {
  let executable: URL
  var arguments: [String]
  /// Libraries to load in front of all others.
  var preload: String?

  /// A worker of this program.
  static func ours() throws -> BenchProcess {
    guard let executable = Bundle.main.executableURL else {
      throw TasksError.internalFailure("The path of this program is not known, so no worker can be started.")
    }
    return BenchProcess(executable: executable, arguments: ["bench-worker"])
  }

  /// A Python with the package `mediapipe`, running our script beside it.
  static func mediaPipe(python: String, script: String) -> BenchProcess {
    Self.python(python, [script])
  }

  /// This program with other arguments.
  static func command(_ arguments: [String]) throws -> BenchProcess {
    BenchProcess(executable: try ours().executable, arguments: arguments)
  }

  /// A Python, by its path or by its name.
  static func python(_ python: String, _ arguments: [String]) -> BenchProcess {
    python.contains("/")
      ? BenchProcess(executable: URL(fileURLWithPath: python), arguments: arguments)
      : BenchProcess(executable: URL(fileURLWithPath: "/usr/bin/env"), arguments: [python] + arguments)
  }

  /// Runs one worker to its end.
  ///
  /// - Throws: `TasksError` with `internalError` and what the worker complained about when it failed.
  func run(_ spec: BenchSpec) throws -> BenchFigures {
    var spec = spec
    spec.started = Date().timeIntervalSince1970
    var worker = self
    worker.arguments.append(String(decoding: try JSONEncoder().encode(spec), as: UTF8.self))
    return try JSONDecoder().decode(BenchFigures.self, from: worker.lastLine())
  }

  /// Runs the process to its end and gives the last line that it wrote.
  func lastLine() throws -> Data {
    guard let line = try output().split(separator: UInt8(ascii: "\n")).last else {
      throw TasksError.internalFailure("The worker \(executable.lastPathComponent) wrote nothing.")
    }
    return Data(line)
  }

  /// Runs the process to its end and gives what it wrote.
  func output() throws -> Data {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = executable
    process.arguments = arguments
    if let preload {
      process.environment = ProcessInfo.processInfo.environment.merging(["LD_PRELOAD": preload]) { $1 }
    }
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Standard error is small (a few log lines) and fits the pipe while standard output is read to its end.
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TasksError.internalFailure(
        "The worker \(executable.lastPathComponent) failed with status \(process.terminationStatus): "
          + String(decoding: complaints.suffix(600), as: UTF8.self))
    }
    return printed
  }
}
