import Foundation

extension FFmpegCommand {
  /// The first picture in a file as the command reads it, in one of its pixel formats.
  static func pixels(of path: String, as pixelFormat: String) throws -> [UInt8] {
    Array(
      try run(
        "-i", path, "-frames:v", "1", "-sws_flags", "bicubic+accurate_rnd+full_chroma_int+bitexact", "-pix_fmt",
        pixelFormat, "-f", "rawvideo", "-"))
  }

  /// The times of a video's frames in milliseconds after the first, to the nearest one.
  static func times(of path: String) throws -> [Int] {
    // A line for each frame: stream, decoding time, presentation time, duration, size, hash.
    let lines = String(
      decoding: try run(
        "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-enc_time_base", "1:1000000", "-f", "framemd5", "-"),
      as: UTF8.self)
    let times = lines.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      Double($0.split(separator: ",")[2].trimmingCharacters(in: .whitespaces))
    }
    return times.map { Int((($0 - (times.first ?? 0)) / 1000).rounded()) }
  }
}
