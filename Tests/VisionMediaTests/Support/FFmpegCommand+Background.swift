import Foundation
import TestSupport

extension FFmpegCommand {
  /// Starts the command and leaves it running; end it with `terminate()`.
  static func start(_ arguments: [String]) throws -> Process {
    guard let executable = SystemCommand.ffmpeg else { throw Failure(status: -1) }
    let process = Process()
    process.executableURL = executable
    process.arguments = ["-v", "quiet", "-nostdin", "-y"] + arguments
    try process.run()
    return process
  }
}
