import Foundation
import TestSupport

@testable import VisionMedia

/// Small videos of 20 frames by the `ffmpeg` command, one of each container, and sound without video; made once.
enum VideoSeeds {
  private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast"]
  private static let options: [String: [String]] = [
    "front.mp4": x264 + ["-movflags", "faststart"], "end.mp4": x264,
    "pieces.mp4": x264 + ["-g", "5", "-movflags", "frag_keyframe+empty_moov"], "a.mov": ["-c:v", "png"],
    "a.mkv": x264 + ["-g", "5"], "a.webm": ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"],
    "a.avi": ["-c:v", "mjpeg"], "mpeg4.avi": ["-c:v", "mpeg4"], "a.ts": ["-c:v", "mpeg2video", "-g", "5"],
    "a.flv": x264,
    "a.ogv": ["-c:v", "libtheora"], "a.y4m": ["-pix_fmt", "yuv420p"], "a.mpg": ["-c:v", "mpeg1video"], "a.gif": [],
    "a.apng": ["-plays", "0"],
  ]
  private static let sounds = ["a.wav", "a.mp3", "a.m4a", "a.mka"]

  private static let files: Result<[String: Data], any Error> = Result {
    let folder = try TemporaryFolder()
    for (name, options) in options {
      try FFmpegCommand.run(
        ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25", "-frames:v", "20"] + options + [folder.path(name)])
    }
    for name in sounds { try FFmpegCommand.run("-f", "lavfi", "-i", "sine=duration=0.5", folder.path(name)) }
    return try Dictionary(
      uniqueKeysWithValues: (Array(options.keys) + sounds).map {
        ($0, try Data(contentsOf: folder.url.appendingPathComponent($0)))
      })
  }

  /// A seed by its name.
  static func file(_ name: String) throws -> Data {
    struct Unknown: Error { let name: String }
    guard let data = try files.get()[name] else { throw Unknown(name: name) }
    return data
  }

  /// A seed's first part.
  static func part(_ share: Double, of name: String) throws -> Data {
    let whole = try file(name)
    return whole.prefix(Int(Double(whole.count) * share))
  }

  /// A seed with seeded noise in its middle.
  static func withNoise(_ count: Int, in name: String, at share: Double = 0.5) throws -> Data {
    let whole = try file(name)
    return whole.replacing(at: Int(Double(whole.count) * share), with: SmallFiles.noise(count))
  }
}
