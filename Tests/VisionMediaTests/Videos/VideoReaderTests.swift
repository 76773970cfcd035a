import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// The `ffmpeg` command makes the videos and says which pixels are in them; skipped without it.
@Suite("Video files", .needs(.ffmpeg))
struct VideoReaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a video of the command's test picture, 15 frames.
  @discardableResult
  func makeVideo(_ name: String, size: String = "98x64", rate: String = "30", _ options: [String]) throws -> String {
    let source = ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate)"]
    try FFmpegCommand.run(source + options + ["-frames:v", "15", folder.path(name)])
    return folder.path(name)
  }

  /// All frames of a file, and their times.
  func readAll(_ path: String) throws -> (pixels: [UInt8], times: [Int], reader: VideoReader) {
    let reader = try VideoReader(contentsOfFile: path)
    var (pixels, times) = ([UInt8](), [Int]())
    try reader.forEach { frame in
      pixels += frame.image.packedBytes
      times.append(frame.timestampInMilliseconds)
    }
    return (pixels, times, reader)
  }

  @Test(
    "pixels equal the command's for every kind of colour",
    arguments: [
      ("a.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p"]),
      ("b.mp4", ["-c:v", "libx264", "-pix_fmt", "yuvj420p"]),
      ("c.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv444p", "-colorspace", "bt709"]),
      ("d.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv422p10le", "-colorspace", "bt2020nc"]),
      ("e.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgr0"]),
      ("f.avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj422p"]),
      ("g.mkv", ["-c:v", "ffv1", "-pix_fmt", "gray"]),
    ])
  func colors(name: String, options: [String]) throws {
    let path = try makeVideo(name, options)
    let (pixels, times, reader) = try readAll(path)
    #expect(times.count == 15)
    #expect(reader.width == 98 && reader.height == 64)
    #expect(pixels == Array(try FFmpegCommand.rgbFrames(of: path)))
  }

  @Test("odd sizes, whose chroma is half a pixel short")
  func oddSize() throws {
    let path = try makeVideo("a.mkv", size: "99x65", ["-c:v", "ffv1", "-pix_fmt", "yuv420p"])
    #expect(try readAll(path).pixels == Array(try FFmpegCommand.rgbFrames(of: path)))
  }

  @Test("rotation is turned away as the command does", arguments: [90, 180, 270], ["yuv420p", "yuv444p"])
  func rotation(degrees: Int, pixelFormat: String) throws {
    let path = try makeVideo("turned.mp4", ["-c:v", "libx264", "-pix_fmt", pixelFormat])
    try FFmpegCommand.turn(path, by: degrees)
    let (pixels, times, reader) = try readAll(path)
    #expect(times.count == 15)
    #expect(reader.width == (degrees == 180 ? 98 : 64))
    #expect(pixels == Array(try FFmpegCommand.rgbFrames(of: path)))
  }

  @Test("the display matrix names all eight orientations")
  func displayMatrix() {
    let cases: [(Int32, Int32, Int32, Int32, ImageOrientation)] = [
      (1, 0, 0, 1, .up), (0, 1, -1, 0, .right), (-1, 0, 0, -1, .down), (0, -1, 1, 0, .left),
      (-1, 0, 0, 1, .upMirrored), (1, 0, 0, -1, .downMirrored), (0, 1, 1, 0, .leftMirrored),
      (0, -1, -1, 0, .rightMirrored),
    ]
    for (a, b, c, d, expected) in cases {
      #expect(DisplayMatrix.orientation(xToX: a << 16, xToY: b << 16, yToX: c << 16, yToY: d << 16) == expected)
    }
  }

  @Test("times of constant rates are those of index and rate", arguments: ["24", "30000/1001", "60"])
  func constantRate(rate: String) throws {
    let (_, times, reader) = try readAll(makeVideo("a.mp4", rate: rate, ["-c:v", "libx264"]))
    let frameRate = try #require(reader.frameRate)
    #expect(frameRate.description == (rate.contains("/") ? rate : rate + "/1"))
    #expect(times == (0..<15).map { Int((Double($0) * 1000 / frameRate.framesPerSecond).rounded()) })
  }

  @Test("times of variable rates come from the stream and begin at 0")
  func variableRate() throws {
    let path = try makeVideo(
      "a.mkv", rate: "10",
      ["-vf", "settb=1/1000,setpts=500+N*N*20", "-fps_mode", "passthrough", "-enc_time_base", "1:1000", "-c:v", "ffv1"])
    #expect(try readAll(path).times == (0..<15).map { $0 * $0 * 20 })
  }

  @Test("sound beside the video is left alone; sound alone is no video")
  func sound() throws {
    let tone = ["-f", "lavfi", "-i", "sine=duration=0.5"]
    let both = try makeVideo("a.mp4", tone + ["-c:v", "libx264", "-c:a", "aac"])
    #expect(try readAll(both).times.count == 15)
    try FFmpegCommand.run(tone + [folder.path("a.wav")])
    #expect(try MediaKind.detect(contentsOfFile: folder.path("a.wav")) == nil)
    #expect(
      TasksErrorCode.thrown { _ = try VideoReader(contentsOfFile: folder.path("a.wav")) } == .invalidArgumentError)
  }

  @Test("a file that breaks off gives its frames, then an error, then nothing")
  func cutOff() throws {
    let whole = try Data(
      contentsOf: URL(
        fileURLWithPath: makeVideo("a.mp4", size: "320x240", ["-c:v", "libx264", "-g", "1", "-movflags", "faststart"])))
    let path = try folder.write(whole.prefix(whole.count / 2), "cut.mp4")
    let reader = try VideoReader(contentsOfFile: path)
    var count = 0
    #expect(
      TasksErrorCode.thrown { try reader.forEach { _ in count += 1 } } == .dataLossError)
    #expect((1..<15).contains(count))
    #expect(try reader.next() == nil)
  }

  @Test("damage in the middle leaves frames out and counts them")
  func damagedMiddle() throws {
    var bytes = try Data(
      contentsOf: URL(fileURLWithPath: makeVideo("a.mov", size: "320x240", ["-c:v", "png"])))
    let middle = bytes.count / 2
    bytes.replaceSubrange(middle..<(middle + 40), with: Data(repeating: 0x55, count: 40))
    let (_, times, reader) = try readAll(folder.write(bytes, "damaged.mov"))
    #expect(times.count + reader.skippedFrames == 15)
    #expect((1...2).contains(reader.skippedFrames))
  }

  @Test("missing files, folders, pictures' names and texts have errors of their own")
  func wrongFiles() throws {
    #expect(TasksErrorCode.thrown { _ = try VideoReader(contentsOfFile: folder.path("no.mp4")) } == .notFoundError)
    #expect(TasksErrorCode.thrown { _ = try VideoReader(contentsOfFile: folder.url.path) } == .invalidArgumentError)
    let text = try folder.write(Data("no video\n".utf8), "text.mp4")
    #expect(TasksErrorCode.thrown { _ = try VideoReader(contentsOfFile: text) } == .invalidArgumentError)
    let video = try makeVideo("a.mp4", ["-c:v", "libx264"])
    for count in [-1, 65, .max] {
      let error = #expect(throws: TasksError.self) { try VideoReader(contentsOfFile: video, decodingThreads: count) }
      #expect(error?.message == "\(count) decoding threads are not allowed; give 0...64.")
    }
  }

  @Test("kinds are told by contents, not by names")
  func kinds() throws {
    let video = try makeVideo("a.mp4", ["-c:v", "libx264"])
    let disguised = folder.path("really a video.png")
    try FileManager.default.copyItem(atPath: video, toPath: disguised)
    let picture = try folder.write(ImageFile.encode(.ramp(width: 9, height: 9), as: .jpeg()), "picture.mp4")
    #expect(try MediaKind.detect(contentsOfFile: disguised) == .video)
    #expect(try MediaKind.detect(contentsOfFile: picture) == .image)
    for text in ["", "plain text\n", "#EXTM3U\n", "{\"a\": 1}\n"] {
      #expect(try MediaKind.detect(contentsOfFile: folder.write(Data(text.utf8), "notes.txt")) == nil)
    }
    #expect(
      TasksErrorCode.thrown { _ = try MediaKind.detect(contentsOfFile: folder.path("none")) } == .notFoundError)
  }
}
