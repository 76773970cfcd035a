import Foundation
import MediaPipeTasksVision

/// Starts a worker process, ours or MediaPipe's, and reads its figures.
struct BenchProcess {
  let executable: URL
  let arguments: [String]
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
    python.contains("/")
      ? BenchProcess(executable: URL(fileURLWithPath: python), arguments: [script])
      : BenchProcess(executable: URL(fileURLWithPath: "/usr/bin/env"), arguments: [python, script])
  }

  /// Runs one worker to its end.
  func run(_ spec: BenchSpec) throws -> BenchFigures {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    var spec = spec
    spec.started = Date().timeIntervalSince1970
    let text = String(decoding: try JSONEncoder().encode(spec), as: UTF8.self)
    process.executableURL = executable
    process.arguments = arguments + [text]
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
    guard process.terminationStatus == 0, let line = printed.split(separator: UInt8(ascii: "\n")).last else {
      throw TasksError.internalFailure(
        "The worker \(executable.lastPathComponent) failed with status \(process.terminationStatus): "
          + String(decoding: complaints.suffix(600), as: UTF8.self))
    }
    return try JSONDecoder().decode(BenchFigures.self, from: Data(line))
  }
}
