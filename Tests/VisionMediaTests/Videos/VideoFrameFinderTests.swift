import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// Single frames of a video against those that a reader gives one after another.
@Suite(.needs(.ffmpeg))
struct VideoFrameFinderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A moving test picture of ten seconds with a frame to begin decoding from every second.
  private func video(_ name: String, _ encoding: [String]) throws -> String {
    let path = folder.path(name)
    let source = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=10:duration=10"]
    try FFmpegCommand.run(source + encoding + [path])
    return path
  }

  private func frames(_ path: String) throws -> [VideoFrame] {
    let reader = try VideoReader(contentsOfFile: path)
    var frames: [VideoFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return frames
  }

  @Test(
    "Forwards, backwards, near and far, a time shows the frame that a reader gives for it",
    arguments: [
      ("bframes.mp4", ["-c:v", "libx264", "-g", "10", "-bf", "3"]),
      ("open.mp4", ["-c:v", "libx264", "-x264-params", "keyint=10:open-gop=1:bframes=3"]),
      ("index.mkv", ["-c:v", "libx264", "-g", "10", "-bf", "2"]),
      ("stream.ts", ["-c:v", "libx264", "-g", "10", "-bf", "2"]),
      ("old.avi", ["-c:v", "mpeg4", "-g", "10", "-bf", "2"]),
      ("plain.webm", ["-c:v", "libvpx", "-g", "10"]),
      ("turned.mp4", ["-c:v", "libx264", "-g", "10", "-vf", "setpts=PTS+5/TB"]),
      ("raw.h264", ["-c:v", "libx264", "-g", "10", "-bf", "2"]),
    ])
  func everyWay(name: String, encoding: [String]) throws {
    let path = try video(name, encoding)
    let frames = try frames(path)
    try #require(frames.count >= 99)
    let finder = try VideoFrameFinder(contentsOfFile: path)
    // Every step once, then far ahead and back, then all the way back.
    let order = [0, 1, 2, 4, 3, 30, 29, 95, 6, 50, 70, 69, 12, 98, 0] + stride(from: 97, through: 0, by: -7)
    for index in order {
      let frame = frames[index]
      let next = frames[index + 1 < frames.count ? index + 1 : index]
      let middle = VideoTime(
        value: frame.presentationTime.value + next.presentationTime.value,
        timescale: 2 * frame.presentationTime.timescale)
      for time in [frame.presentationTime, middle] {
        let found = try finder.frame(at: time)
        #expect(found.time == frame.presentationTime, "\(name), frame \(index)")
        #expect(found.image.packedBytes == frame.image.packedBytes, "\(name), frame \(index)")
      }
    }
  }

  @Test("Rising times decode every frame once; going back decodes a second of video, not all of it")
  func economy() throws {
    let path = try video("bframes.mp4", ["-c:v", "libx264", "-g", "10", "-bf", "3"])
    let finder = try VideoFrameFinder(contentsOfFile: path)
    for tenth in stride(from: 0, through: 90, by: 3) {
      _ = try finder.frame(at: VideoTime(value: tenth, timescale: 10))
    }
    #expect(finder.decodedFrames == 92)
    _ = try finder.frame(at: VideoTime(value: 85, timescale: 10))
    #expect(finder.decodedFrames <= 92 + 12)
    let before = finder.decodedFrames
    _ = try finder.frame(at: VideoTime(value: 5, timescale: 10))
    _ = try finder.frame(at: VideoTime(value: 95, timescale: 10))
    print("From 0.5 s to 9.5 s and back: \(finder.decodedFrames - before) frames decoded")
    #expect(finder.decodedFrames <= before + 70)
  }

  @Test("Before the first frame the first one is shown, after the last one the last, and absurd times do not trap")
  func outside() throws {
    let path = try video("short.mp4", ["-c:v", "libx264", "-t", "1"])
    let frames = try frames(path)
    let finder = try VideoFrameFinder(contentsOfFile: path)
    for (time, expected) in [
      (VideoTime(value: -1, timescale: 1), frames[0]), (VideoTime(value: .max, timescale: 1), frames[9]),
      (VideoTime(value: .min, timescale: 1), frames[0]), (VideoTime(value: 1, timescale: 0), frames[0]),
      (VideoTime(value: 5, timescale: 1), frames[9]),
    ] {
      #expect(try finder.frame(at: time).time == expected.presentationTime)
    }
  }

  @Test("A file that breaks off shows the frames before the break and says so for times behind it")
  func broken() throws {
    let path = try video("whole.mkv", ["-c:v", "libx264", "-g", "10", "-bf", "0"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let cut = try folder.write(bytes.prefix(bytes.count / 2), "cut.mkv")
    let finder = try VideoFrameFinder(contentsOfFile: cut)
    #expect(try finder.frame(at: VideoTime(value: 1, timescale: 1)).time.seconds == 1)
    #expect { try finder.frame(at: VideoTime(value: 9, timescale: 1)) } throws: {
      ($0 as? TasksError)?.code == .dataLossError
    }
    #expect(try finder.frame(at: VideoTime(value: 2, timescale: 1)).time.seconds == 2)
  }
}
