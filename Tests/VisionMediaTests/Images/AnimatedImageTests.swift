import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// Animated GIF, PNG and WebP files are videos; with one frame they are images.
@Suite("Animated images") struct AnimatedImageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("The number of frames decides", arguments: [1, 2, 3])
  func kinds(frames: Int) throws {
    let gif = try folder.write(SmallFiles.gif(frames: frames), "a.gif")
    let webP = try folder.write(SmallFiles.animatedWebP(frames: frames), "a.webp")
    for path in [gif, webP] {
      #expect(try MediaKind.detect(contentsOfFile: path) == (frames == 1 ? .image : .video), "\(path)")
      #expect(try ImageFile.read(contentsOfFile: path).width == 1)
    }
  }

  @Test("Frames of an animated WebP have the times and the length that the file says")
  func webPTimes() throws {
    let reader = try VideoReader(contentsOfFile: folder.write(SmallFiles.animatedWebP(frames: 4), "a.webp"))
    #expect(reader.width == 1 && reader.height == 1 && reader.estimatedFrameCount == 4)
    #expect(reader.duration == 0.16 && reader.frameRate?.framesPerSecond == 25)
    var times: [Int] = []
    try reader.forEach {
      times.append($0.timestampInMilliseconds)
      #expect($0.duration == VideoTime(milliseconds: 40) && $0.image.format == .rgb)
    }
    #expect(times == [0, 40, 80, 120])
  }

  @Test(
    "Frames are those of the source", .needs(.ffmpeg),
    arguments: [
      ("a.gif", []), ("a.apng", ["-plays", "0"]),
      ("a.webp", ["-c:v", "libwebp_anim", "-lossless", "1", "-pix_fmt", "bgra"]),
    ])
  func frames(name: String, options: [String]) throws {
    let path = folder.path(name)
    // Few colours, so that a GIF's palette holds them all.
    try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "nullsrc=size=64x48:rate=10,geq=lum='255*between(X,N*8,N*8+7)':cb=128:cr=128"]
        + ["-frames:v", "5"] + options + [path])
    #expect(try MediaKind.detect(contentsOfFile: path) == .video)
    let reader = try VideoReader(contentsOfFile: path)
    var (times, columns) = ([Int](), [Int]())
    try reader.forEach { frame in
      times.append(frame.timestampInMilliseconds)
      let row = frame.image.packedBytes.prefix(64 * 3)
      columns.append((0..<64).first { row[$0 * 3] > 200 } ?? -1)
    }
    #expect(times == [0, 100, 200, 300, 400])
    #expect(columns == [0, 8, 16, 24, 32])
    let first = try ImageFile.read(contentsOfFile: path)
    #expect(first.width == 64 && first.packedBytes[0] > 200)
  }

  @Test("A colour profile before the animation's chunk changes nothing", .needs(.ffmpeg))
  func profile() throws {
    let plain = folder.path("a.apng")
    try FFmpegCommand.run("-f", "lavfi", "-i", "testsrc=size=64x48:rate=10", "-frames:v", "3", plain)
    let file = try Data(contentsOf: URL(fileURLWithPath: plain))
    let headerEnd = 8 + 25
    // Longer than what FFmpeg reads at first to detect a format.
    let profile = PNGSample.chunk("iCCP", [UInt8](repeating: 1, count: 5000))
    let path = try folder.write(file.prefix(headerEnd) + profile + file.dropFirst(headerEnd), "profile.png")
    for rules in [MediaRules.trusted, .untrusted(pixelLimit: 1_000_000)] {
      var frameCount = 0
      try VideoReader(contentsOfFile: path, rules: rules).forEach { _ in frameCount += 1 }
      #expect(frameCount == 3)
    }
  }

  @Test(
    "An animated WebP can be written as a video; it has no sound",
    .needs(.ffmpeg))
  func copy() throws {
    let source = try folder.write(SmallFiles.animatedWebP(frames: 4), "a.webp")
    #expect(try VideoCopy.make(of: source, to: folder.path("a.mp4")) == .none)
    #expect(try FFmpegCommand.times(of: folder.path("a.mp4")) == [0, 40, 80, 120])
  }
}
