import Foundation
import TestSupport
import Testing

/// Media that ffmpeg makes for a test.
enum MadeMedia {
  /// Runs ffmpeg.
  ///
  /// - Throws: When it fails.
  static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = SystemCommand.ffmpeg
    process.arguments = ["-v", "error"] + arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// Twelve frames of a hand, in the format of the name's ending.
  static func clip(_ name: String, _ options: [String], in folder: TemporaryFolder) throws -> String {
    let source = try SharedFolder.path("media/thumb_video.mp4")
    try run(["-ss", "3", "-i", source, "-frames:v", "12"] + options + [folder.path(name)])
    return folder.path(name)
  }

  /// An animation of twelve frames, which no browser plays as a video.
  static func animation(in folder: TemporaryFolder) throws -> String {
    try clip("animated.gif", ["-vf", "scale=320:-1"], in: folder)
  }
}
