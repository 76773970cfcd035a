import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

/// A video that is cut has the frames of the whole: the same images, numbers and times.
@Suite("Segments of videos", .needs(.ffmpeg))
struct VideoSegmentTests {
  /// Everything of a frame that a result depends on.
  private struct Seen: Equatable {
    let index: Int
    let milliseconds: Int
    let time: VideoTime
    let duration: VideoTime?
    let pixels: Data

    init(_ frame: VideoFrame) {
      (index, milliseconds) = (frame.index, frame.timestampInMilliseconds)
      (time, duration) = (frame.presentationTime, frame.duration)
      pixels = Data(frame.image.packedBytes)
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func frames(_ reader: VideoReader) throws -> [Seen] {
    var frames: [Seen] = []
    while let frame = try reader.next() { frames.append(Seen(frame)) }
    return frames
  }

  /// A video of 60 frames that move.
  private func make(_ name: String, _ options: [String], rate: Int = 20) throws -> String {
    let source = "testsrc2=size=96x64:rate=\(rate):duration=\(60 / rate)"
    try FFmpegCommand.run(["-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p"] + options + [folder.path(name)])
    return folder.path(name)
  }

  @Test(
    "Together they are the whole video",
    arguments: [
      ("closed.mp4", ["-c:v", "libx264", "-g", "12", "-bf", "0"]),
      ("reordered.mp4", ["-c:v", "libx264", "-x264-params", "keyint=15:min-keyint=15:bframes=3"]),
      ("open.mp4", ["-c:v", "libx264", "-x264-params", "keyint=10:min-keyint=10:open-gop=1:bframes=3"]),
      ("open.mkv", ["-c:v", "libx264", "-x264-params", "keyint=10:min-keyint=10:open-gop=1:bframes=3"]),
      ("refresh.mp4", ["-c:v", "libx264", "-x264-params", "keyint=10:intra-refresh=1"]),
      ("a.ts", ["-c:v", "libx264", "-g", "10", "-bf", "2"]),
      ("a.webm", ["-c:v", "libvpx-vp9", "-g", "12", "-deadline", "realtime", "-cpu-used", "8"]),
      ("a.mov", ["-c:v", "mjpeg"]),
    ])
  func together(name: String, options: [String]) throws {
    let path = try make(name, options)
    let whole = try frames(VideoReader(contentsOfFile: path))
    try #require(whole.count == 60)
    let segments = try #require(try VideoSegments.plan(contentsOfFile: path, seconds: 0.5), "\(name) is cut")
    #expect(segments.count > 2)
    var together: [Seen] = []
    for segment in segments {
      let part = try frames(VideoReader(contentsOfFile: path, segment: segment))
      #expect(segment.firstFrame == together.count && part.count == segment.frameCount)
      together += part
    }
    #expect(together == whole)
    // In any order, and from the stored form.
    let last = try JSONDecoder().decode(VideoSegment.self, from: JSONEncoder().encode(try #require(segments.last)))
    #expect(try frames(VideoReader(contentsOfFile: path, segment: last)) == Array(whole[last.firstFrame...]))
  }

  @Test("A recorded video", .needs(.shared))
  func recorded() throws {
    let path = try SharedFolder.media("laptop_video.mp4")
    let segments = try #require(try VideoSegments.plan(contentsOfFile: path, seconds: 1))
    #expect(segments.count == 2)
    let whole = try VideoReader(contentsOfFile: path)
    for segment in segments {
      let part = try VideoReader(contentsOfFile: path, segment: segment)
      while let frame = try part.next() { #expect(try Seen(frame) == Seen(#require(try whole.next()))) }
    }
    #expect(try whole.next() == nil)
  }

  @Test("A segment is as long as asked at least, and ends at a key frame")
  func lengths() throws {
    let path = try make("a.mp4", ["-c:v", "libx264", "-g", "10", "-bf", "0"])
    #expect(try VideoSegments.plan(contentsOfFile: path, seconds: 0.01)?.map(\.frameCount) == [10, 10, 10, 10, 10, 10])
    #expect(try VideoSegments.plan(contentsOfFile: path, seconds: 0.7)?.map(\.frameCount) == [20, 20, 20])
    #expect(try VideoSegments.plan(contentsOfFile: path, seconds: 2)?.map(\.frameCount) == [40, 20])
    #expect(try VideoSegments.plan(contentsOfFile: path, seconds: 3) == nil)
  }

  @Test("A video whose packets do not tell the frames' times stays whole")
  func uncut() throws {
    // AVI has no times; more than 1000 frames a second share milliseconds; the end of the last one is missing.
    #expect(
      try VideoSegments.plan(
        contentsOfFile: try make("a.avi", ["-c:v", "mpeg4", "-g", "10", "-bf", "2"]), seconds: 0.5) == nil)
    let fast = folder.path("fast.mp4")
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "testsrc2=size=32x32:rate=3000:duration=0.1", "-c:v", "libx264", "-g", "10", fast,
    ])
    #expect(try VideoSegments.plan(contentsOfFile: fast, seconds: 0.01) == nil)
    let path = try make("whole.mp4", ["-c:v", "libx264", "-g", "10", "-movflags", "faststart"])
    let bytes = try Data(contentsOf: URL(filePath: path))
    let cut = try folder.write(bytes.prefix(bytes.count * 3 / 4), "cut.mp4")
    #expect(try VideoSegments.plan(contentsOfFile: cut, seconds: 0.5) == nil)
  }

  @Test("Another video under the name of the planned one is an error, not other frames")
  func exchanged() throws {
    let path = try make("a.mp4", ["-c:v", "libx264", "-g", "10", "-bf", "0"])
    let segments = try #require(try VideoSegments.plan(contentsOfFile: path, seconds: 0.5))
    let other = try make("b.mp4", ["-c:v", "libx264", "-g", "10", "-bf", "0"], rate: 15)
    for segment in segments.dropFirst() {
      let error = #expect(throws: TasksError.self) { try frames(VideoReader(contentsOfFile: other, segment: segment)) }
      #expect(error?.code == .dataLossError)
      #expect(error?.message.contains("--segment-seconds") == true)
    }
  }
}
