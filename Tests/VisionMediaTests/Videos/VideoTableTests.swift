import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

/// One line for each kind of video file. The `ffmpeg` command makes the files and says which pixels and times are in them;
/// skipped without it.
@Suite("Kinds of video files", .needs(.ffmpeg))
struct VideoTableTests {
  /// A kind of file.
  struct Kind: CustomTestStringConvertible, Sendable {
    let file: String
    let options: [String]
    var degrees = 0
    /// Whether a file that lacks its second half can be told from a whole one.
    var knowsItsEnd = true
    var testDescription: String { "\(file) \(options.joined(separator: " "))" }
  }

  static let variable = ["-vf", "settb=1/1000,setpts=N*N*7+N*20", "-fps_mode", "passthrough"]

  static let kinds = [
    Kind(file: "a.mp4", options: ["-c:v", "libx264", "-bf", "2", "-movflags", "faststart"]),
    Kind(
      file: "a.mp4", options: variable + ["-c:v", "libx264", "-video_track_timescale", "1000", "-use_editlist", "0"]),
    Kind(file: "a.mov", options: ["-c:v", "libx264"], degrees: 90),
    Kind(file: "a.mov", options: ["-c:v", "prores", "-pix_fmt", "yuv422p10le"]),
    Kind(file: "a.mkv", options: ["-c:v", "libx264", "-bf", "2"]),
    Kind(file: "a.mkv", options: variable + ["-c:v", "libx264", "-enc_time_base", "1:1000"]),
    Kind(file: "a.webm", options: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"]),
    Kind(file: "a.webm", options: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"]),
    Kind(file: "a.avi", options: ["-c:v", "mjpeg"]),
    Kind(file: "a.avi", options: ["-c:v", "mpeg4"]),
    Kind(file: "a.ts", options: ["-c:v", "libx264"], knowsItsEnd: false),
    Kind(file: "a.ts", options: ["-c:v", "mpeg2video"], knowsItsEnd: false),
    Kind(file: "a.flv", options: ["-c:v", "libx264"], knowsItsEnd: false),
    Kind(file: "a.ogv", options: ["-c:v", "libtheora"], knowsItsEnd: false),
    Kind(file: "a.gif", options: [], knowsItsEnd: false),
    Kind(file: "a.apng", options: ["-plays", "0"], knowsItsEnd: false),
    Kind(file: "a.y4m", options: ["-pix_fmt", "yuv420p"], knowsItsEnd: false),
  ]

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func make(_ kind: Kind) throws -> String {
    try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "testsrc2=size=98x64:rate=25", "-frames:v", "20"] + kind.options
        + [folder.path(kind.file)])
    if kind.degrees > 0 { try FFmpegCommand.turn(folder.path(kind.file), by: kind.degrees) }
    return folder.path(kind.file)
  }

  @Test("pixels and times are those of the ffmpeg command", arguments: kinds)
  func frames(kind: Kind) throws {
    let path = try make(kind)
    #expect(try MediaKind.detect(contentsOfFile: path) == .video)
    let reader = try VideoReader(contentsOfFile: path)
    let (pixels, times) = try NetworkStreamTests.readAll(reader)
    let judge = try FFmpegCommand.rgbFrames(of: path)
    let size = reader.width * reader.height * 3
    #expect(judge.count == 20 * size)
    #expect(
      try pixels == stride(from: 0, to: judge.count, by: size).map { try PixelHash.hex(Array(judge[$0..<($0 + size)])) }
    )
    let judgeTimes = try FFmpegCommand.times(of: path)
    let difference = zip(times, judgeTimes).map { abs($0 - $1) }.max() ?? 0
    #expect(times.count == judgeTimes.count)
    #expect(difference == 0, "\(times) \(judgeTimes)")
    #expect(reader.skippedFrames == 0)
  }

  @Test("a cut file gives the frames before the cut, and an error where the format knows its end", arguments: kinds)
  func cut(kind: Kind) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: make(kind)))
    let path = try folder.write(whole.prefix(whole.count / 2), "cut")
    var count = 0
    let code = TasksErrorCode.thrown { try VideoReader(contentsOfFile: path).forEach { _ in count += 1 } }
    print("\(kind.testDescription): \(count) frames, then \(code.map { "\($0)" } ?? "the end")")
    #expect(count < 20)
    #expect(code == .dataLossError || (code == nil && !kind.knowsItsEnd))
    let stump = try folder.write(whole.prefix(20), "stump")
    #expect(throws: TasksError.self) { try VideoReader(contentsOfFile: stump).forEach { _ in } }
  }

  @Test("damaged files end in frames or an error", arguments: kinds)
  func damaged(kind: Kind) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: make(kind)))
    DamagedFile.check(DamagedFile.copies(of: whole, count: 15)) { copy in
      let reader = try VideoReader(contentsOfFile: folder.write(copy, "damaged"))
      var count = 0
      while count < 50, try reader.next() != nil { count += 1 }
    }
  }
}
