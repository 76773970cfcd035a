import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// What is refused is refused with its own error, and what was written is never lost.
@Suite("Errors of written videos", .needs(.ffmpeg), .needs(.ffprobe))
struct VideoWriterErrorTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func writer(_ name: String = "a.mp4", partialPath: String? = nil, encoding: VideoEncoding = VideoEncoding()) throws
    -> VideoWriter
  {
    try VideoWriter(
      path: folder.path(name), width: 32, height: 16, frameRate: VideoFrameRate(numerator: 25), encoding: encoding,
      pixelAspectRatio: .init(num: 0, den: 1), partialPath: partialPath)
  }

  func code(_ body: () throws -> Void) -> TasksErrorCode? { TasksErrorCode.thrown(by: body) }

  func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }

  @Test("refused pictures and times change nothing")
  func refused() throws {
    let writer = try writer()
    let image = try ImageBuffer.ramp(width: 32, height: 16)
    func append(_ image: ImageBuffer, _ value: Int, _ timescale: Int = 1000, lasting duration: VideoTime? = nil)
      -> TasksErrorCode?
    {
      code { try writer.append(image, at: VideoTime(value: value, timescale: timescale), duration: duration) }
    }
    #expect(append(try .ramp(width: 16, height: 32), 0) == .invalidArgumentError)
    #expect(append(image, 0) == nil)
    #expect(append(image, 40) == nil)
    for (value, timescale) in [(40, 1000), (39, 1000), (-1, 1), (41, 0), (41, -5), (1, .max), (.max, 1), (.min, 1)] {
      #expect(append(image, value, timescale) == .invalidArgumentError, "\(value)/\(timescale)")
    }
    #expect(append(image, 10_000_000, 1) == .invalidArgumentError)
    for duration in [VideoTime(milliseconds: 0), VideoTime(milliseconds: -1), VideoTime(value: .max, timescale: 1)] {
      #expect(append(image, 80, lasting: duration) == .invalidArgumentError)
    }
    #expect(append(image, 80) == nil)
    try writer.finish()
    let report = try FFprobeCommand.report(folder.path("a.mp4"))
    #expect(report.packets("video").map(\.time) == [0, 0.04, 0.08])
  }

  @Test("values out of range are refused when a writer is made")
  func ranges() throws {
    func make(
      _ width: Int = 32, _ height: Int = 16, rate: (Int, Int) = (25, 1), timescale: Int? = nil,
      _ encoding: VideoEncoding = VideoEncoding()
    ) -> TasksErrorCode? {
      code {
        _ = try VideoWriter(
          path: folder.path("a.mp4"), width: width, height: height,
          frameRate: VideoFrameRate(numerator: rate.0, denominator: rate.1), timescale: timescale, encoding: encoding)
      }
    }
    #expect(make() == nil)
    for (width, height) in [(0, 16), (16, 0), (-1, 16), (.max, 16), (65_535, 65_535), (40_000, 16)] {
      #expect(make(width, height) == .invalidArgumentError, "\(width) x \(height)")
    }
    for rate in [(0, 1), (25, 0), (-25, 1), (.max, 1), (25, .max), (1, 1_000_000)] {
      #expect(make(rate: rate) == .invalidArgumentError)
    }
    for timescale in [0, -1, 1_000_001, .max] { #expect(make(timescale: timescale) == .invalidArgumentError) }
    for encoding in [VideoEncoding(quality: 52), VideoEncoding(quality: -1), VideoEncoding(threads: -1)] {
      #expect(make(32, 16, encoding) == .invalidArgumentError)
    }
    #expect(try files() == [])
  }

  @Test("places where no file can be have errors of their own")
  func places() throws {
    #expect(code { _ = try writer("missing/a.mp4") } == .notFoundError)
    try FileManager.default.createDirectory(atPath: folder.path("b.mp4"), withIntermediateDirectories: false)
    #expect(code { _ = try writer("b.mp4") } == .invalidArgumentError)
    try folder.write(Data(), "file")
    #expect(code { _ = try writer("file/a.mp4") } == .notFoundError)
    #expect(code { _ = try writer(partialPath: folder.path("none/a")) } == .permissionDeniedError)
    let rate = VideoFrameRate(numerator: 25)
    if FileManager.default.fileExists(atPath: "/proc/self") {
      #expect(
        code { _ = try VideoWriter(path: "/proc/a.mp4", width: 8, height: 8, frameRate: rate) }
          == .permissionDeniedError)
    }
    let longest = folder.path(String(repeating: "n", count: 251) + ".mp4")
    #expect(code { _ = try VideoWriter(path: longest, width: 8, height: 8, frameRate: rate) } == nil)
    #expect(code { _ = try VideoWriter(path: "", width: 8, height: 8, frameRate: rate) } == .notFoundError)
    #expect(
      code { _ = try VideoWriter(path: "/dev/null", width: 8, height: 8, frameRate: rate) } == .invalidArgumentError)
    for source in [folder.path("no.mp4"), folder.path("file")] {
      let wanted: TasksErrorCode = source.hasSuffix("file") ? .invalidArgumentError : .notFoundError
      #expect(
        code {
          _ = try VideoWriter(path: folder.path("c.mp4"), width: 8, height: 8, frameRate: rate, audioFrom: source)
        } == wanted)
    }
    #expect(try files() == ["b.mp4", "file"])
  }

  @Test("no encoder, no video")
  func encoders() {
    func open(_ names: [String]) throws {
      _ = try H264Encoder.open(
        width: 32, height: 16, matrix: .bt601, frameRate: .init(num: 25, den: 1), timescale: 1000,
        pixelAspectRatio: .init(num: 0, den: 1), encoding: VideoEncoding(), names: names)
    }
    #expect(code { try open(["h264_none"]) } == .unimplementedError)
    #expect(code { try open(["h264_none", "libx264"]) } == nil)
  }

  /// Writes frames, then makes the file under its temporary name one on a full disc, then writes more.
  func fillDisc(after first: Int, then more: Int) throws -> (code: TasksErrorCode?, writer: VideoWriter) {
    let writer = try writer(encoding: VideoEncoding(quality: 0))
    var random = SeededGenerator(seed: 1)
    func append(_ range: Range<Int>) throws {
      for index in range {
        let noise = (0..<(32 * 16 * 3)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let image = try ImageBuffer(copying: noise, width: 32, height: 16, format: .rgb)
        try writer.append(image, at: VideoTime(milliseconds: index))
      }
    }
    try append(0..<first)
    let partial = try #require(try files().first { $0.hasSuffix(".partial") })
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.first {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      return target == folder.url.resolvingSymlinksInPath().appendingPathComponent(partial).path
    }
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    dup2(full.fileDescriptor, try #require(open))
    let error = code {
      try append(first..<(first + more))
      try writer.finish()
    }
    return (error, writer)
  }

  @Test(
    "a full disc is said, on the way or in the end, and leaves nothing but the older file",
    .only(.fullDevice), arguments: [(1, 0), (1, 400)])
  func fullDisc(first: Int, more: Int) throws {
    try folder.write(Data("old".utf8), "a.mp4")
    let (error, writer) = try fillDisc(after: first, then: more)
    #expect(error == .resourceExhaustedError)
    #expect(more == 0 || writer.frameCount < first + more)
    #expect(code { try writer.finish() } == .resourceExhaustedError)
    #expect(code { try writer.append(.ramp(width: 32, height: 16), at: VideoTime(value: 9, timescale: 1)) } != nil)
    #expect(try files() == ["a.mp4"])
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("a.mp4")) == Data("old".utf8))
  }

  @Test("a disc that is full from the start", .only(.fullDevice))
  func fullFromStart() throws {
    // A link, so that only the link is removed.
    try FileManager.default.createSymbolicLink(atPath: folder.path("partial"), withDestinationPath: "/dev/full")
    #expect(code { _ = try writer(partialPath: folder.path("partial")) } == .resourceExhaustedError)
    #expect(try files() == [])
  }

  @Test("the file appears when it is finished, and an older one stays until then")
  func appears() throws {
    try folder.write(Data("old".utf8), "a.mp4")
    let writer = try writer()
    let image = try ImageBuffer.ramp(width: 32, height: 16)
    try writer.append(image, at: VideoTime(milliseconds: 0))
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("a.mp4")) == Data("old".utf8))
    #expect(try files().count == 2)
    try writer.finish()
    try writer.finish()
    #expect(try files() == ["a.mp4"])
    #expect(try VideoReader(contentsOfFile: folder.path("a.mp4")).next() != nil)
    #expect(code { try writer.append(image, at: VideoTime(milliseconds: 1)) } == .failedPreconditionError)
  }

  @Test("a writer that is let go leaves a video that plays; one without frames leaves nothing")
  func letGo() throws {
    let image = try ImageBuffer.ramp(width: 32, height: 16)
    do {
      let unfinished = try writer("a.mp4")
      for index in 0..<7 { try unfinished.append(image, at: VideoTime(value: index, timescale: 25)) }
    }
    #expect(try FFprobeCommand.report(folder.path("a.mp4")).stream("video")?.nbReadPackets == "7")
    do { _ = try writer("b.mp4") }
    let empty = try writer("c.mp4")
    #expect(code { try empty.finish() } == .failedPreconditionError)
    #expect(try files() == ["a.mp4"])
  }

  @Test("a link to a file keeps being one; a reader's own file can be replaced")
  func links() throws {
    try VideoWriterErrorTests.makeVideo(folder.path("real.mp4"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.mp4"), withDestinationPath: folder.path("real.mp4"))
    try VideoCopy.make(of: folder.path("link.mp4"), to: folder.path("link.mp4"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.mp4")) == folder.path("real.mp4"))
    #expect(try FFprobeCommand.report(folder.path("real.mp4")).stream("video")?.nbReadPackets == "5")
    #expect(try files() == ["link.mp4", "real.mp4"])
  }

  static func makeVideo(_ path: String) throws {
    try FFmpegCommand.run(
      "-f", "lavfi", "-i", "testsrc2=size=32x16:rate=25", "-c:v", "libx264", "-frames:v", "5", path)
  }
}
