import Foundation
import TestSupport

/// One run of the built command as a process of its own.
struct CommandRun {
  let status: Int32
  let output: String
  let errors: String

  /// The command beside the test bundle; nil when only the tests were built.
  static let executable = BuiltProgram.vision

  /// Runs the command; its standard input is a file or nothing. With `interruptAfterLines` it gets a signal, a
  /// Ctrl-C unless another is named, once it has written so many lines to standard output. Without `inheritsEnvironment` it
  /// has the variables given and no others. A `launcher` is a program with arguments that starts the command, whose path and
  /// arguments follow.
  init(
    _ arguments: [String], launcher: [String] = [], input: String? = nil, environment: [String: String] = [:],
    interruptAfterLines: Int? = nil,
    by signal: Int32 = SIGINT, inheritsEnvironment: Bool = true
  ) throws {
    let process = Process()
    process.executableURL = launcher.first.map { URL(fileURLWithPath: $0) } ?? Self.executable
    process.arguments = launcher.isEmpty ? arguments : launcher.dropFirst() + [Self.executable?.path ?? ""] + arguments
    let inherited = inheritsEnvironment ? ProcessInfo.processInfo.environment : [:]
    process.environment = inherited.merging(environment) { $1 }
    process.standardInput =
      try input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
      ?? FileHandle.nullDevice
    // Files, not pipes: neither side has to be drained while the other is read.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("command-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
    for file in files { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    if let interruptAfterLines {
      while process.isRunning, try Self.lineCount(files[0]) < interruptAfterLines { usleep(5000) }
      kill(process.processIdentifier, signal)
    }
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOf: files[0], encoding: .utf8)
    errors = try String(contentsOf: files[1], encoding: .utf8)
  }

  private static func lineCount(_ file: URL) throws -> Int {
    try Data(contentsOf: file).count { $0 == UInt8(ascii: "\n") }
  }

  static func media(_ name: String) throws -> String { try SharedFolder.media(name) }
  static func model(_ name: String) throws -> String { try SharedFolder.model(name) }
}
