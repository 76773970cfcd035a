import CFFmpeg
import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

@Suite("Limits that hold while media is read, and for every opening of a file")
struct MediaRulesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func jpeg(_ width: Int, _ height: Int) throws -> Data {
    try ImageFile.encode(.ramp(width: width, height: height), as: .jpeg())
  }

  private func avi(_ frames: [Data], _ width: Int = 64, _ height: Int = 48) throws -> String {
    try folder.write(MotionJPEG.avi(frames, width: width, height: height), "a.avi")
  }

  private func error(_ body: () throws -> Void) -> TasksError? {
    do { try body() } catch { return error as? TasksError }
    return nil
  }

  @Test("A frame larger than the limit ends the reading with an error, whether the decoder or we see it first")
  func growing() throws {
    let small = try jpeg(64, 48)
    // One that the decoder refuses, and one that is only a little too large.
    for large in [MotionJPEG.claiming(width: 16_000, height: 16_000, small), try jpeg(640, 480), try jpeg(80, 48)] {
      let path = try avi([small, small, large, small])
      let reader = try VideoReader(contentsOfFile: path, rules: .untrusted(pixelLimit: 64 * 48))
      #expect(reader.width == 64 && reader.height == 48)
      for index in 0..<2 { #expect(try reader.next()?.index == index) }
      let error = error { _ = try reader.next() }
      #expect(error?.code == .outOfRangeError, "\(error?.message ?? "no error")")
      #expect(error?.message.contains("3072 pixels") == true && error?.message.contains("a.avi") == true)
      #expect(try reader.next() == nil)
    }
    let path = try avi([small, jpeg(640, 480), small])
    var sizes: [Int] = []
    try VideoReader(contentsOfFile: path).forEach { sizes.append($0.image.width) }
    #expect(sizes == [64, 640, 64], "a user's own file may change its size")
  }

  @Test("A first frame that is too large is refused at the opening")
  func firstFrame() throws {
    for size in [(640, 480), (80, 48)] {
      let path = try avi([jpeg(size.0, size.1)], size.0, size.1)
      let error = error { _ = try VideoReader(contentsOfFile: path, rules: .untrusted(pixelLimit: 64 * 48)) }
      #expect([.outOfRangeError, .dataLossError].contains(error?.code), "\(error?.message ?? "no error")")
      #expect(error?.message.contains("3072 pixels") == true, "\(error?.message ?? "")")
    }
  }

  @Test(
    "Strangers' files give the same frames as one's own, also where the size becomes known only by decoding",
    .needs(.ffmpeg),
    arguments: [
      "front.mp4", "a.mov", "a.mkv", "a.webm", "a.avi", "mpeg4.avi", "a.ts", "a.flv", "a.ogv", "a.y4m", "a.mpg",
      "a.gif",
      "a.apng",
    ])
  func sameFrames(name: String) throws {
    let path = try folder.write(VideoSeeds.file(name), name)
    let own = try VideoReader(contentsOfFile: path)
    let other = try VideoReader(contentsOfFile: path, rules: .untrusted(pixelLimit: 96 * 64))
    #expect(other.width == own.width && other.height == own.height)
    var count = 0
    while let frame = try own.next() {
      let same = try #require(try other.next())
      #expect(same.image.packedBytes == frame.image.packedBytes, "frame \(count)")
      #expect(same.timestampInMilliseconds == frame.timestampInMilliseconds, "frame \(count)")
      count += 1
    }
    #expect(try other.next() == nil && count >= 19, "\(count)")
    #expect(throws: TasksError.self) {
      try VideoReader(contentsOfFile: path, rules: .untrusted(pixelLimit: 96 * 64 - 1)).forEach { _ in }
    }
  }

  @Test("Lists of files, subtitles and rows of images are not among what strangers may send")
  func formats() throws {
    let rules = MediaRules.untrusted(pixelLimit: 1 << 20)
    for name in ["mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "avi", "gif", "apng", "mpegts"] {
      #expect(rules.allows(format: name), "\(name)")
    }
    for name in ["hls", "concat", "dash", "image2", "srt", "ass", "sdp", "lavfi", "jpeg_pipe", "tty", "", "rtsp"] {
      #expect(!rules.allows(format: name) && MediaRules.trusted.allows(format: name), "\(name)")
    }
    let texts = [
      "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nnone.ts\n#EXT-X-ENDLIST\n",
      "ffconcat version 1.0\nfile 'none.mp4'\n", "1\n00:00:01,000 --> 00:00:02,000\nWords\n\n",
      "[Script Info]\nScriptType: v4.00+\n",
    ]
    for text in texts {
      let path = try folder.write(Data(text.utf8), "a.mp4")
      let error = error { _ = try VideoReader(contentsOfFile: path, rules: rules) }
      #expect(error?.code == .invalidArgumentError, "\(text): \(error?.message ?? "no error")")
    }
  }

  @Test("The sound of a stranger's file is read by the same rules: a file that became a list is not followed")
  func sound() throws {
    let path = try avi([jpeg(64, 48), jpeg(64, 48)])
    let reader = try VideoReader(contentsOfFile: path, rules: .untrusted(pixelLimit: 64 * 48))
    try folder.write(Data("ffconcat version 1.0\nfile 'b.mjpeg'\n".utf8), "a.avi")
    try folder.write(jpeg(64, 48), "b.mjpeg")
    let error = error { _ = try VideoWriter(path: folder.path("out.mp4"), like: reader) }
    #expect(error?.code == .invalidArgumentError && error?.message.contains("accepted") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.mp4")))
  }

  @Test("Times at the end of the numbers stop there")
  func times() throws {
    let clock = VideoClock(timeBase: AVRational(num: 1000, den: 1), frameRate: nil)
    let frame = try FFmpegFrame()
    var last: Int64 = -1
    for stamp in [0, .max - 1, .max, vision_no_timestamp(), .min + 1, .max] as [Int64] {
      frame.pointer.pointee.best_effort_timestamp = stamp
      let time = clock.time(of: frame)
      #expect(time >= last)
      #expect(clock.videoTime(time).value >= 0 && clock.videoTime(time).timescale == 1)
      _ = clock.milliseconds(time)
      last = time
    }
    #expect(last == .max && clock.videoTime(last).value == .max)

    let slowest = VideoFrameRate(numerator: 1, denominator: .max)
    let stream = StreamClock(timeBase: AVRational(num: 0, den: 1), frameRate: slowest)
    #expect(stream.milliseconds(of: frame, index: .max) == .max)
    var live = LiveClock()
    let now = ContinuousClock.now
    #expect(live.advance(sent: .max - 1, arrival: now) == 0)
    #expect(live.advance(sent: .max, arrival: now) == 1)
    #expect(live.advance(sent: .min, arrival: now.advanced(by: .seconds(Int64.max))) > 1)
    #expect(live.advance(sent: 0, arrival: now.advanced(by: .seconds(Int64.max))) > 1)
  }

  @Test("Sums, differences and products stop at the ends of the numbers")
  func saturating() {
    #expect(Int64.max.saturatingAdd(1) == .max && Int64.min.saturatingAdd(-1) == .min && 2.saturatingAdd(3) == 5)
    #expect(Int64.min.saturatingSubtract(1) == .min && Int64.max.saturatingSubtract(-1) == .max)
    #expect(Int64.max.saturatingMultiply(2) == .max && Int64.min.saturatingMultiply(2) == .min)
    #expect((-3).saturatingMultiply(-4) == 12 && Int64.min.saturatingMultiply(-1) == .max)
    #expect(Int(saturating: 1e300) == .max && Int(saturating: -.infinity) == .min && Int(saturating: .nan) == 0)
    #expect(Int(saturating: 2.6) == 3)
  }
}

@Suite("The size that a picture file states")
struct ImageHeaderTests {
  @Test("It is read without decoding, from the first bytes, in every format; where they do not tell, nothing is said")
  func stated() throws {
    let image = try ImageBuffer.ramp(width: 40, height: 30)
    for encoding in [ImageFile.Encoding.png, .jpeg()] {
      let file = try ImageFile.encode(image, as: encoding)
      #expect(ImageHeader.pixelCount(in: file) == 1200)
      #expect(ImageHeader.pixelCount(in: file.prefix(12)) == nil)
    }
    #expect(ImageHeader.pixelCount(in: SmallFiles.gif(width: 300, height: 200)) == 60_000)
    #expect(ImageHeader.pixelCount(in: SmallFiles.bmp(width: 7, height: -9)) == 63)
    #expect(ImageHeader.pixelCount(in: SmallFiles.png(claimingWidth: 70_000, height: 70_000)) == 4_900_000_000)
    let heic = try FixtureFile.data("quadrants.heic")
    // As coded, in blocks: 64 x 48 are cut out of it.
    #expect(ImageHeader.pixelCount(in: heic) == 64 * 64)
    #expect(ImageHeader.pixelCount(in: heic.prefix(64)) == nil)
    #expect(ImageHeader.pixelCount(in: Data("no picture".utf8)) == nil && ImageHeader.pixelCount(in: Data()) == nil)
  }

  @Test("A JPEG file with a second, larger size behind the first is not decoded beyond the first")
  func lying() throws {
    let small = try ImageFile.encode(.ramp(width: 16, height: 16), as: .jpeg())
    let header = try #require(small.firstRange(of: Data([0xFF, 0xC0])))
    let length = Int(small[header.upperBound]) << 8 | Int(small[header.upperBound + 1])
    let segment = Data(small[header.lowerBound..<(header.upperBound + length)])
    let larger = segment.replacing(at: 5, with: SmallFiles.big(8000, 2) + SmallFiles.big(8000, 2))
    let file = small.prefix(header.lowerBound) + segment + larger + small.suffix(from: header.upperBound + length)
    #expect(ImageHeader.pixelCount(in: file) == 256)
    #expect(throws: TasksError.self) { try ImageFile.decode(file, pixelLimit: 256) }
  }
}
