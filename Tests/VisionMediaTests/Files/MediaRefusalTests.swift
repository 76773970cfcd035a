import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

@Suite("Files of the wrong kind")
struct MediaRefusalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("VideoReader says that an image is one", arguments: [ImageFile.Encoding.jpeg(quality: 90), .png])
  func image(encoding: ImageFile.Encoding) throws {
    let path = try folder.write(ImageFile.encode(.ramp(width: 64, height: 48), as: encoding), "a.mp4")
    let error = #expect(throws: TasksError.self) { try VideoReader(contentsOfFile: path) }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.hasSuffix("is an image, not a video.") == true)
  }

  @Test(
    "A GIF, which may move, and a row of JPEG images are videos still", .needs(.ffmpeg),
    arguments: ["a.gif", "a.mjpeg"])
  func moving(name: String) throws {
    try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=1", folder.path(name)])
    let reader = try VideoReader(contentsOfFile: folder.path(name))
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 10)
  }

  @Test("VideoWriter writes no other container", arguments: ["q.mkv", "q.AVI", "q.webm", "q.mp4.gif"])
  func container(name: String) {
    let error = #expect(throws: TasksError.self) {
      try VideoWriter(path: folder.path(name), width: 8, height: 8, frameRate: VideoFrameRate(numerator: 25))
    }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains("writes MP4 files, whose names end in .mp4, .m4v or .mov") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path(name)))
  }

  @Test("VideoWriter takes the endings of MP4, and none", arguments: ["q.mp4", "q.M4V", "q.mov", "q"])
  func endings(name: String) {
    #expect(throws: Never.self) { try VideoWriter.check(path: name) }
  }

  @Test("A file that cannot be opened for want of descriptors is a lack of resources")
  func noDescriptors() async {
    await #expect(processExitsWith: .success) {
      let path = "/proc/self/exe"
      try #require(FileManager.default.fileExists(atPath: path))
      ProcessLimits.forbidOpening()
      let read = #expect(throws: TasksError.self) { try ImageFile.read(contentsOfFile: path) }
      #expect(read?.code == .resourceExhaustedError)
      let detected = #expect(throws: TasksError.self) { try MediaKind.detect(contentsOfFile: path) }
      #expect(detected?.code == .resourceExhaustedError)
    }
  }
}

@Suite("Video times")
struct VideoTimeTests {
  @Test("Equal fractions are equal times with equal hashes")
  func equality() {
    let time = VideoTime(value: 3, timescale: 2)
    #expect(time == VideoTime(value: 1500, timescale: 1000) && time == VideoTime(milliseconds: 1500))
    #expect(time.hashValue == VideoTime(value: 1500, timescale: 1000).hashValue)
    #expect(time != VideoTime(value: 3, timescale: 4))
    #expect(VideoTime(value: 0, timescale: 5) == VideoTime(value: 0, timescale: 7))
    #expect(VideoTime(value: -2, timescale: 4) == VideoTime(value: -1, timescale: 2))
    #expect(VideoTime(value: .min, timescale: .max) != VideoTime(value: .max, timescale: .max))
    #expect(VideoTime(value: .min, timescale: 2) == VideoTime(value: .min / 2, timescale: 1))
  }

  @Test("Times without a positive timescale equal only themselves", arguments: [0, -1, Int.min])
  func impossible(timescale: Int) {
    let time = VideoTime(value: 4, timescale: timescale)
    #expect(time == time && time != VideoTime(value: 2, timescale: timescale))
    #expect(time != VideoTime(value: 4, timescale: 1))
  }
}

private enum ProcessLimits {
  /// Lets no further file be opened in this process.
  static func forbidOpening() {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = 0
    setrlimit(resource, &limit)
  }
}
