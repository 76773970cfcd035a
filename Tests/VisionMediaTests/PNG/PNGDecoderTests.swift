import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// FFmpeg's decoder is the judge of pixels; the rows that a file was made of are, too.
@Suite("PNG pictures without FFmpeg")
struct PNGDecoderTests {
  static let kinds = PNGHeader.Color.allCases.flatMap { color in color.depths.map { (color, $0) } }

  /// The picture by our own reader; an error where it would ask FFmpeg.
  static func own(_ file: Data) throws -> ImageBuffer {
    try file.withUnsafeBytes { try PNGDecoder.image(in: EncodedImage(bytes: $0, format: .png, name: "a test")) }
  }

  static func byFFmpeg(_ file: Data) throws -> ImageBuffer {
    try file.withUnsafeBytes { try StillDecoder.decode(EncodedImage(bytes: $0, format: .png, name: "a test")) }
  }

  static func expectEqual(_ file: Data, _ note: String) throws {
    let (own, judge) = (try own(file), try byFFmpeg(file))
    #expect(own.width == judge.width && own.height == judge.height && own.format == judge.format, "\(note)")
    #expect(own.packedBytes == judge.packedBytes, "\(note)")
  }

  @Test("every kind of pixels, filter and odd width has FFmpeg's pixels", arguments: kinds)
  func everyKind(color: PNGHeader.Color, depth: Int) throws {
    for width in [1, 2, 3, 7, 8, 31, 33, 100] {
      for filter in [0, 1, 2, 3, 4, nil] {
        let sample = PNGSample(width: width, height: 43, color: color, depth: depth, filter: filter)
        let note = "\(color) \(depth), \(width) wide, filter \(filter.map { "\($0)" } ?? "each")"
        try Self.expectEqual(sample.file(), note)
        guard depth == 8, color != .palette, color != .grayAlpha else { continue }
        #expect(try Self.own(sample.file()).packedBytes == sample.rows.flatMap { $0 }, "\(note)")
      }
    }
  }

  @Test("data in pieces of any length is put together", arguments: [1, 2, 7, 100, 8192])
  func pieces(length: Int) throws {
    var sample = PNGSample(width: 50, height: 40, color: .rgb, depth: 8)
    sample.pieceLength = length
    #expect(try Self.own(sample.file()).packedBytes == sample.rows.flatMap { $0 })
  }

  @Test("every PNG of the shared media has FFmpeg's pixels", .needs(.shared))
  func media() throws {
    let names = SharedFolder.mediaNames("png")
    #expect(names.count > 10)
    for name in names {
      try Self.expectEqual(Data(contentsOf: URL(fileURLWithPath: SharedFolder.media(name))), name)
    }
  }

  @Test(
    "one transparent gray or colour makes RGBA as with FFmpeg",
    arguments: [(PNGHeader.Color.gray, 8), (.gray, 16), (.rgb, 8), (.rgb, 16)])
  func transparentColor(color: PNGHeader.Color, depth: Int) throws {
    var sample = PNGSample(width: 19, height: 11, color: color, depth: depth)
    let first = sample.rows[3].prefix(sample.header.pixelBytes)
    sample.transparency = depth == 16 ? Array(first) : first.flatMap { [77, $0] }
    try Self.expectEqual(sample.file(), "\(color) \(depth)")
    let picture = try Self.own(sample.file())
    #expect(picture.format == .rgba)
    #expect(picture.packedBytes[19 * 3 * 4 + 3] == 0)
  }

  /// FFmpeg refuses the transparent shade of one bit and gets those of two and four wrong: here the standard is the judge.
  @Test("one transparent shade of few bits is the one that cannot be seen", arguments: [1, 2, 4])
  func transparentShade(depth: Int) throws {
    var sample = PNGSample(width: 21, height: 9, color: .gray, depth: depth)
    sample.transparency = [0xFF, 0xF0 | 1]
    let expected = sample.rows.flatMap { row in
      (0..<21).flatMap { x -> [UInt8] in
        let value = Int(row[x * depth / 8]) >> (8 - depth - x * depth % 8) & ((1 << depth) - 1)
        let gray = UInt8(value * 255 / ((1 << depth) - 1))
        return [gray, gray, gray, value == 1 ? 0 : 255]
      }
    }
    let picture = try ImageFile.decode(sample.file())
    #expect(picture.format == .rgba)
    #expect(picture.packedBytes == expected)
  }

  @Test("a palette has alpha only where a translucent colour is used", arguments: [1, 2, 4, 8])
  func paletteAlpha(depth: Int) throws {
    var sample = PNGSample(width: 16, height: 8, color: .palette, depth: depth)
    sample.transparency = [255] + [UInt8](repeating: 100, count: 1 << depth - 1)
    try Self.expectEqual(sample.file(), "used")
    #expect(try Self.own(sample.file()).format == .rgba)
    sample.transparency = [255]
    try Self.expectEqual(sample.file(), "opaque")
    #expect(try Self.own(sample.file()).format == .rgb)
    var short = PNGSample(width: 16, height: 8, color: .palette, depth: depth)
    short.palette = Array(short.palette.prefix(3))
    try Self.expectEqual(short.file(), "colours that the palette leaves out")
  }

  @Test("a translucent colour that no pixel has makes no alpha")
  func unusedAlpha() throws {
    var sample = PNGSample(width: 2, height: 1, color: .palette, depth: 8, filter: 0)
    let used = Set(sample.rows[0])
    let unused = try #require((0...255).first { !used.contains($0) })
    sample.transparency = (0...255).map { $0 == unused ? 0 : 255 }
    try Self.expectEqual(sample.file(), "unused")
    #expect(try Self.own(sample.file()).format == .rgb)
  }

  @Test(
    "an interlaced picture goes on to FFmpeg", .needs(.ffmpeg))
  func interlaced() throws {
    let folder = try TemporaryFolder()
    let picture = try ImageBuffer.ramp(width: 37, height: 23)
    try ImageFile.write(picture, toFile: folder.path("a.png"))
    try FFmpegCommand.run("-i", folder.path("a.png"), "-flags", "+ildct", "-update", "1", folder.path("b.png"))
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path("b.png")))
    #expect(file[28] == 1)
    #expect(throws: PNGProblem.unusual) { try Self.own(file) }
    #expect(try ImageFile.decode(file).packedBytes == picture.packedBytes)
    // A size over the limit is refused before.
    #expect(TasksErrorCode.thrown { _ = try ImageFile.decode(file, pixelLimit: 37 * 23 - 1) } == .invalidArgumentError)
  }

  @Test("a PNG of any name is a PNG, and a JPEG that is called one is a JPEG")
  func names() throws {
    let folder = try TemporaryFolder()
    let sample = PNGSample(width: 9, height: 5, color: .rgb, depth: 8)
    try folder.write(sample.file(), "a.jpg")
    #expect(try ImageFile.read(contentsOfFile: folder.path("a.jpg")).packedBytes == sample.rows.flatMap { $0 })
    let jpeg = try ImageFile.encode(ImageBuffer.ramp(width: 9, height: 5), as: .jpeg())
    try folder.write(jpeg, "b.png")
    #expect(
      try ImageFile.read(contentsOfFile: folder.path("b.png")).packedBytes == ImageFile.decode(jpeg).packedBytes)
  }

  @Test("a picture can be written to without a copy of its memory's rest")
  func mutable() throws {
    let sample = PNGSample(width: 5, height: 4, color: .rgb, depth: 8)
    var picture = try Self.own(sample.file())
    let same = picture
    picture.withUnsafeMutableBytes { $0[0] &+= 1 }
    #expect(picture.withUnsafeBytes { $0.count } == 60)
    #expect(same.packedBytes == sample.rows.flatMap { $0 })
    #expect(picture.packedBytes[0] == same.packedBytes[0] &+ 1)
    #expect(picture.packedBytes.dropFirst() == same.packedBytes.dropFirst())
  }
}
