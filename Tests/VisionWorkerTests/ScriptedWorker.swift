import Foundation

@testable import VisionWorker

/// A shell script in place of a worker, in a folder of its own.
final class ScriptedWorker: Sendable {
  static let ready = #"{"protocol":1,"ready":true,"sandbox":true,"task":"hand"}"#

  let folder: URL
  private let script: URL

  /// Writes the script; `$READY` is the first line of a worker, `$FOLDER` the folder.
  init(_ lines: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "vision-worker-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    script = folder.appending(path: "worker")
    let text = "#!/bin/sh\nREADY='\(Self.ready)'\nFOLDER='\(folder.path)'\n\(lines)\n"
    try Data(text.utf8).write(to: script)
    chmod(script.path, 0o755)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func options(_ change: (inout WorkerProcess.Options) -> Void = { _ in }) -> WorkerProcess.Options {
    var options = WorkerProcess.Options(
      executable: script.path, arguments: ["worker", "hand"], modelPath: "/secret/place/x.model", modelName: "mine")
    options.startSeconds = 20
    options.answerSeconds = 20
    change(&options)
    return options
  }

  /// The lines of a file that the script wrote.
  func lines(_ name: String) -> [String] {
    let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }
}
