import Foundation
import TestSupport

/// The `ffmpeg` command, which makes files for tests and is the judge of our pixels.
enum FFmpegCommand {
  struct Failure: Error { let status: Int32 }

  private static let executable = SystemCommand.ffmpeg

  /// Runs the command and returns what it wrote to its standard output.
  @discardableResult
  static func run(_ arguments: String...) throws -> Data { try run(arguments) }

  /// As above, with the arguments in a list.
  @discardableResult
  static func run(_ arguments: [String]) throws -> Data {
    guard let executable else { throw Failure(status: -1) }
    let process = Process()
    process.executableURL = executable
    process.arguments = ["-v", "error", "-nostdin", "-y"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return output
  }

  /// The frames of a video as the goldens decode them, one after another.
  static func rgbFrames(of path: String) throws -> Data {
    try run(
      "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-sws_flags",
      "bicubic+accurate_rnd+full_chroma_int+bitexact", "-pix_fmt", "rgb24", "-f", "rawvideo", "-")
  }
}
