import Foundation
import TestSupport
import Testing

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

  /// Rotates an MP4 or MOV file clockwise, by the matrix in its header: versions of the command have other options for
  /// it.
  static func turn(_ path: String, by degrees: Int) throws {
    let rows: [Int: [Int32]] = [90: [0, 1, -1, 0], 180: [-1, 0, 0, -1], 270: [0, -1, 1, 0]]
    let url = URL(fileURLWithPath: path)
    var file = try Data(contentsOf: url)
    let header = try #require(file.range(of: Data("tkhd".utf8)))
    let row = try #require(rows[degrees])
    let matrix = [row[0] << 16, row[1] << 16, 0, row[2] << 16, row[3] << 16, 0, 0, 0, 1 << 30]
    let place = header.lowerBound + 44
    let bytes = matrix.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    file.replaceSubrange(place..<(place + bytes.count), with: bytes)
    try file.write(to: url)
  }

  /// The frames of a video as the goldens decode them, one after another.
  static func rgbFrames(of path: String) throws -> Data {
    try run(
      "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-sws_flags",
      "bicubic+accurate_rnd+full_chroma_int+bitexact", "-pix_fmt", "rgb24", "-f", "rawvideo", "-")
  }
}
