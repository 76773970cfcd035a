import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

/// Hostile and odd video files, made here from small good ones, with the outcome beside each. The `ffmpeg` command makes the
/// good ones; skipped without it.
@Suite("Hostile and odd video files", .needs(.ffmpeg)) struct OddVideoTests {
  /// What comes of reading a file to its end. Numbers of frames are ranges where they depend on FFmpeg's version.
  enum Outcome: Sendable {
    /// So many frames, then the end.
    case frames(ClosedRange<Int>)
    /// So many frames, then the error that the file breaks off.
    case breaksOff(ClosedRange<Int>)
    /// An error before the first frame.
    case error(TasksErrorCode)
    /// One frame, or an error before it: versions of FFmpeg differ.
    case frameOrError
    /// An error whose code depends on the version of FFmpeg.
    case anyError
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let outcome: Outcome
    let make: @Sendable () throws -> Data
    var testDescription: String { name }

    init(_ name: String, _ outcome: Outcome, _ make: @escaping @Sendable () throws -> Data) {
      (self.name, self.outcome, self.make) = (name, outcome, make)
    }
  }

  static func whole(_ file: String, _ name: String) -> Row {
    Row(name, .frames(20...20)) { try VideoSeeds.file(file) }
  }

  static let wholeRows: [Row] = [
    whole("front.mp4", "MP4, its index first"), whole("end.mp4", "MP4, its index last"),
    whole("pieces.mp4", "MP4 in pieces"), whole("a.mov", "QuickTime with PNG frames"), whole("a.mkv", "Matroska"),
    whole("a.webm", "WebM"), whole("a.avi", "AVI with JPEG frames"), whole("mpeg4.avi", "AVI with MPEG-4"),
    whole("a.ts", "MPEG transport stream"), whole("a.flv", "FLV"), whole("a.ogv", "Ogg"), whole("a.y4m", "YUV4MPEG"),
    whole("a.mpg", "MPEG programme stream"), whole("a.gif", "animated GIF"), whole("a.apng", "animated PNG"),
    Row("animated WebP", .frames(4...4)) { SmallFiles.animatedWebP(frames: 4) },
    Row("animated WebP of one frame", .frames(1...1)) { SmallFiles.animatedWebP(frames: 1) },
    Row("MP4 with noise behind its end", .frames(20...20)) {
      try VideoSeeds.file("front.mp4") + SmallFiles.noise(300)
    },
    Row("MP4 twice in one file", .frames(20...20)) { try VideoSeeds.file("front.mp4") + VideoSeeds.file("front.mp4") },
    Row("a transport stream that begins within a packet", .frames(15...20)) {
      try VideoSeeds.file("a.ts").dropFirst(100)
    },
  ]

  static let cutRows: [Row] = [
    Row("MP4 without its index", .error(.dataLossError)) { try VideoSeeds.part(0.6, of: "end.mp4") },
    Row("MP4, half", .breaksOff(1...19)) { try VideoSeeds.part(0.6, of: "front.mp4") },
    Row("MP4, its first box only", .error(.dataLossError)) { try VideoSeeds.file("front.mp4").prefix(32) },
    Row("MP4, 20 bytes", .error(.dataLossError)) { try VideoSeeds.file("front.mp4").prefix(20) },
    Row("MP4 in pieces, half", .breaksOff(1...19)) { try VideoSeeds.part(0.5, of: "pieces.mp4") },
    Row("QuickTime without its index", .error(.dataLossError)) { try VideoSeeds.part(0.6, of: "a.mov") },
    Row("Matroska, half", .breaksOff(1...19)) { try VideoSeeds.part(0.5, of: "a.mkv") },
    Row("Matroska, its header only", .error(.dataLossError)) { try VideoSeeds.file("a.mkv").prefix(60) },
    Row("WebM, half", .breaksOff(1...19)) { try VideoSeeds.part(0.5, of: "a.webm") },
    Row("AVI, half", .breaksOff(1...19)) { try VideoSeeds.part(0.5, of: "a.avi") },
    Row("AVI, its header only", .error(.dataLossError)) { try VideoSeeds.file("a.avi").prefix(300) },
    Row("transport stream, half", .frames(1...19)) { try VideoSeeds.part(0.5, of: "a.ts") },
    Row("FLV, half", .frames(1...19)) { try VideoSeeds.part(0.6, of: "a.flv") },
    Row("Ogg, half", .frames(1...19)) { try VideoSeeds.part(0.6, of: "a.ogv") },
    Row("YUV4MPEG, half", .frames(1...19)) { try VideoSeeds.part(0.5, of: "a.y4m") },
    Row("programme stream, half", .frames(1...19)) { try VideoSeeds.part(0.5, of: "a.mpg") },
    Row("animated GIF, half", .frames(1...19)) { try VideoSeeds.part(0.5, of: "a.gif") },
    Row("animated PNG, half", .frames(1...19)) { try VideoSeeds.part(0.5, of: "a.apng") },
    Row("animated WebP, cut", .error(.dataLossError)) { SmallFiles.animatedWebP(frames: 4).dropLast(30) },
    Row("animated WebP, its header only", .error(.dataLossError)) { SmallFiles.animatedWebP(frames: 4).prefix(40) },
  ]

  static let damagedRows: [Row] = [
    Row("MP4 whose pixels are zeros", .error(.dataLossError)) {
      let file = try VideoSeeds.file("end.mp4")
      let start = (file.firstRange(of: Data("mdat".utf8))?.upperBound ?? 0)
      let end = file.firstRange(of: Data("moov".utf8))?.lowerBound ?? 0
      return file.replacing(at: start, with: Data(count: max(end - 4 - start, 0)))
    },
    Row("MP4 with noise among its pixels", .frames(1...20)) { try VideoSeeds.withNoise(60, in: "end.mp4", at: 0.3) },
    Row("MP4 whose index is noise", .error(.invalidArgumentError)) {
      try VideoSeeds.file("front.mp4").replacing(after: "moov", with: SmallFiles.noise(500))
    },
    Row("MP4 whose index claims 2^32 - 1 bytes", .frames(20...20)) {
      let file = try VideoSeeds.file("front.mp4")
      let place = (file.firstRange(of: Data("moov".utf8))?.lowerBound ?? 4) - 4
      return file.replacing(at: place, with: SmallFiles.big(0xFFFF_FFFF, 4))
    },
    Row("Matroska with noise in its middle", .frames(1...20)) { try VideoSeeds.withNoise(60, in: "a.mkv") },
    Row("WebM with noise in its middle", .frames(1...20)) { try VideoSeeds.withNoise(60, in: "a.webm") },
    Row("AVI with noise in its middle", .frames(15...20)) { try VideoSeeds.withNoise(60, in: "a.avi") },
    Row("QuickTime with noise in its middle", .frames(18...19)) { try VideoSeeds.withNoise(60, in: "a.mov", at: 0.3) },
    Row("transport stream with noise in its middle", .frames(10...20)) { try VideoSeeds.withNoise(400, in: "a.ts") },
    Row("Ogg with noise in its middle", .frames(1...20)) { try VideoSeeds.withNoise(60, in: "a.ogv", at: 0.7) },
    Row("animated GIF with noise in its middle", .frames(1...20)) { try VideoSeeds.withNoise(60, in: "a.gif") },
    Row("animated WebP with noise in its last frame", .error(.dataLossError)) {
      let file = SmallFiles.animatedWebP(frames: 1)
      return file.replacing(at: file.count - 12, with: SmallFiles.noise(12))
    },
    Row("YUV4MPEG of 100000 x 100000", .error(.dataLossError)) {
      Data("YUV4MPEG2 W100000 H100000 F25:1\nFRAME\n".utf8) + Data(count: 100)
    },
    Row("YUV4MPEG 0 pixels wide", .error(.dataLossError)) { Data("YUV4MPEG2 W0 H64 F25:1\nFRAME\n".utf8) },
    Row("YUV4MPEG without a frame", .error(.dataLossError)) { Data("YUV4MPEG2 W96 H64 F25:1\n".utf8) },
    Row("animated WebP, a canvas of 2^24 squared", .error(.invalidArgumentError)) {
      SmallFiles.animatedWebP(frames: 2, width: 1 << 24, height: 1 << 24)
    },
  ]

  static let otherRows: [Row] = [
    Row("sound: WAV", .error(.invalidArgumentError)) { try VideoSeeds.file("a.wav") },
    Row("sound: MP3", .error(.invalidArgumentError)) { try VideoSeeds.file("a.mp3") },
    Row("sound: M4A", .error(.invalidArgumentError)) { try VideoSeeds.file("a.m4a") },
    Row("sound: Matroska", .error(.invalidArgumentError)) { try VideoSeeds.file("a.mka") },
    Row("nothing", .error(.invalidArgumentError)) { Data() },
    Row("text", .error(.invalidArgumentError)) { Data("just words\n".utf8) },
    Row("subtitles", .error(.invalidArgumentError)) { Data("1\n00:00:00,000 --> 00:00:01,000\nHello\n\n".utf8) },
    // FFmpeg 7 knows none without its ending.
    Row("a playlist of a file that is not there", .anyError) {
      Data("#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nnone.ts\n#EXT-X-ENDLIST\n".utf8)
    },
    Row("a list of files that are not there", .error(.permissionDeniedError)) {
      Data("ffconcat version 1.0\nfile 'none.mp4'\n".utf8)
    },
    Row("zeros", .error(.invalidArgumentError)) { Data(count: 5000) },
    Row("noise", .error(.invalidArgumentError)) { SmallFiles.noise(5000) },
    Row("a JPEG image", .error(.invalidArgumentError)) {
      try ImageFile.encode(.ramp(width: 40, height: 30), as: .jpeg())
    },
    Row("a HEIC image", .frameOrError) { try FixtureFile.data("quadrants.heic") },
  ]

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Each file gives the outcome written beside it", arguments: wholeRows + cutRows + damagedRows + otherRows)
  func outcome(row: Row) throws {
    let path = try folder.write(row.make(), "file")
    var count = 0
    let code = TasksErrorCode.thrown {
      let reader = try VideoReader(contentsOfFile: path)
      while count < 100, try reader.next() != nil { count += 1 }
    }
    let found = "\(count) frames, then \(code.map { "\($0)" } ?? "the end")"
    switch row.outcome {
    case .frames(let range): #expect(range.contains(count) && code == nil, "\(found)")
    case .breaksOff(let range): #expect(range.contains(count) && code == .dataLossError, "\(found)")
    case .error(let expected): #expect(count == 0 && code == expected, "\(found)")
    case .frameOrError: #expect(count == (code == nil ? 1 : 0), "\(found)")
    case .anyError: #expect(count == 0 && code != nil, "\(found)")
    }
    // What kind it is never takes anything but our errors either.
    _ = try MediaKind.detect(contentsOfFile: path)
  }
}
