import CTurboJPEG
import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// One line for each kind of picture file that the other tests do not have. The `ffmpeg` command makes the files and says
/// which pixels are in them; skipped without it.
@Suite("Kinds of picture files", .needs(.ffmpeg))
struct PictureTableTests {
  /// A kind of file.
  struct Kind: CustomTestStringConvertible, Sendable {
    let file: String
    let options: [String]
    let format: PixelFormat
    /// How far a value may be from the command's. 0 where the file's values are taken as they are; JPEG is decoded by
    /// another library; the command rounds 16 bits to 8 where we keep the upper 8.
    var bound = 0
    var testDescription: String { "\(file) \(options.joined(separator: " "))" }
  }

  /// Where a picture has a colour for two or four pixels, the two decoders fill in between them differently: bounds make
  /// sense for soft edges only.
  static let smooth = ["-vf", "gblur=sigma=6"]

  static let kinds = [
    Kind(file: "a.jpg", options: smooth + ["-pix_fmt", "yuvj420p"], format: .rgb, bound: 14),
    Kind(file: "a.jpg", options: smooth + ["-pix_fmt", "yuvj422p"], format: .rgb, bound: 14),
    Kind(file: "a.jpg", options: ["-pix_fmt", "yuvj444p"], format: .rgb, bound: 2),
    Kind(
      file: "a.jpg", options: ["-c:v", "ljpeg", "-pix_fmt", "yuvj444p"], format: .rgb, bound: 2),
    Kind(file: "a.png", options: ["-pix_fmt", "gray16be"], format: .gray, bound: 1),
    Kind(file: "a.png", options: ["-pix_fmt", "ya16be"], format: .rgba, bound: 1),
    Kind(file: "a.png", options: ["-pix_fmt", "monob"], format: .gray),
    Kind(file: "a.png", options: ["-pix_fmt", "pal8"], format: .rgb),
    Kind(file: "a.webp", options: ["-c:v", "libwebp", "-pix_fmt", "yuv420p"], format: .rgb),
    Kind(file: "a.webp", options: ["-c:v", "libwebp", "-pix_fmt", "bgra", "-lossless", "1"], format: .rgb),
    Kind(
      file: "a.webp", options: ["-vf", "format=yuva420p,colorchannelmixer=aa=0.5", "-c:v", "libwebp"], format: .rgba),
    Kind(file: "a.bmp", options: ["-pix_fmt", "rgb565le"], format: .rgb, bound: 1),
    Kind(file: "a.bmp", options: ["-pix_fmt", "rgb555le"], format: .rgb, bound: 1),
    Kind(file: "a.bmp", options: ["-pix_fmt", "gray"], format: .rgb),
    Kind(file: "a.bmp", options: ["-pix_fmt", "monob"], format: .rgb),
    Kind(file: "a.tiff", options: ["-compression_algo", "raw", "-pix_fmt", "rgb24"], format: .rgb),
    Kind(file: "a.tiff", options: ["-compression_algo", "lzw", "-pix_fmt", "rgb24"], format: .rgb),
    Kind(file: "a.tiff", options: ["-compression_algo", "deflate", "-pix_fmt", "rgba"], format: .rgba),
    Kind(file: "a.tiff", options: ["-compression_algo", "packbits", "-pix_fmt", "gray"], format: .gray),
    Kind(file: "a.tiff", options: ["-compression_algo", "lzw", "-pix_fmt", "gray16le"], format: .gray, bound: 1),
    Kind(file: "a.tiff", options: ["-compression_algo", "lzw", "-pix_fmt", "rgba64le"], format: .rgba, bound: 1),
    Kind(file: "a.gif", options: [], format: .rgb),
    Kind(file: "animated.gif", options: ["-frames:v", "5"], format: .rgb),
  ]

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func make(_ kind: Kind) throws -> String {
    let update = kind.file.hasSuffix("gif") ? [] : ["-update", "1"]
    try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "testsrc2=size=61x43:rate=10,format=rgb24", "-frames:v", "1"] + update + kind.options
        + [folder.path(kind.file)])
    return folder.path(kind.file)
  }

  static func name(of format: PixelFormat) -> String {
    switch format {
    case .rgb: "rgb24"
    case .rgba: "rgba"
    case .bgra: "bgra"
    case .gray: "gray"
    }
  }

  @Test("pixels are those of the ffmpeg command", arguments: kinds)
  func pixels(kind: Kind) throws {
    let path = try make(kind)
    let picture = try ImageFile.read(contentsOfFile: path)
    #expect(picture.width == 61 && picture.height == 43)
    #expect(picture.format == kind.format)
    let judge = try FFmpegCommand.pixels(of: path, as: Self.name(of: picture.format))
    #expect(judge.count == picture.packedBytes.count)
    let difference = ImageFileFormatTests.largestDifference(picture.packedBytes, judge)
    if kind.bound > 0 { print("\(kind.testDescription): differs by \(difference) at most") }
    #expect(difference <= kind.bound)
  }

  @Test("cut files are errors, never half a picture", arguments: kinds)
  func cut(kind: Kind) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: make(kind)))
    for part in [0.02, 0.3, 0.6, 0.9] {
      let count = Int(Double(whole.count) * part)
      // The first picture of an animation may be whole.
      if kind.file.hasPrefix("animated"), part > 0.1 { continue }
      let code = TasksErrorCode.thrown { _ = try ImageFile.decode(Data(whole.prefix(count))) }
      #expect(
        code == .dataLossError || (code == .invalidArgumentError && count < 16),
        "\(count) of \(whole.count) bytes: \(code.map { "\($0)" } ?? "a picture")")
    }
  }

  @Test("damaged files end in a picture or an error", arguments: kinds)
  func damaged(kind: Kind) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: make(kind)))
    DamagedFile.check(DamagedFile.copies(of: whole, count: 40)) { _ = try ImageFile.decode($0) }
  }

  @Test("a progressive JPEG has the pixels of a plain one", arguments: [TJSAMP_444, TJSAMP_420, TJSAMP_GRAY])
  func progressive(sampling: TJSAMP) throws {
    let picture = try ImageBuffer.ramp(width: 61, height: 43)
    func encode(_ flags: Int32) throws -> Data {
      try JPEGSample.file(
        picture.packedBytes, width: 61, height: 43, sampling: sampling, flags: flags | TJFLAG_ACCURATEDCT)
    }
    let (plain, progressive) = (try encode(0), try encode(TJFLAG_PROGRESSIVE))
    #expect(progressive.firstRange(of: Data([0xFF, 0xC2])) != nil && plain.firstRange(of: Data([0xFF, 0xC0])) != nil)
    let read = try ImageFile.decode(progressive)
    #expect(read.format == (sampling == TJSAMP_GRAY ? .gray : .rgb))
    #expect(try PixelHash.hex(read.packedBytes) == PixelHash.hex(ImageFile.decode(plain).packedBytes))
  }

  @Test("inks stored as they are (CMYK) and as light and colour (YCCK) are told apart")
  func inks() throws {
    // White paper: as YCCK no light of its own, no colour, no black ink.
    var file = try JPEGSample.cmyk([255, 255, 255, 255])
    #expect(try ImageFile.decode(file).packedBytes.prefix(3).allSatisfy { $0 >= 253 })
    let marker = try #require(file.firstRange(of: Data("Adobe".utf8)))
    let transform = marker.lowerBound + 11
    #expect(file[transform] == 2)
    // The same numbers, 0, 128, 128, 255, taken as inks.
    file[transform] = 0
    let read = try ImageFile.decode(file)
    #expect(read.format == .rgb)
    #expect(zip(read.packedBytes.prefix(3), [0, 128, 128]).allSatisfy { abs(Int($0) - $1) <= 2 })
  }

  @Test("EXIF orientation counts in WebP and TIFF, too", arguments: 1...8)
  func orientation(value: Int) throws {
    let orientation = try #require(ImageOrientation(exifValue: value))
    let stored = try ImageBuffer.ramp(width: 5, height: 3, format: .gray)
    let tiff = ExifSample.tiff(stored, orientation: value)
    #expect(try ImageFile.decode(tiff, applyingOrientation: false).packedBytes == stored.packedBytes)
    #expect(try ImageFile.decode(tiff).packedBytes == stored.upright(from: orientation).packedBytes)

    try ImageFile.write(.ramp(width: 7, height: 4), toFile: folder.path("a.png"))
    try FFmpegCommand.run(
      "-i", folder.path("a.png"), "-pix_fmt", "bgra", "-c:v", "libwebp", "-lossless", "1", folder.path("a.webp"))
    let plain = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.webp")))
    let webP = ExifSample.webP(plain, width: 7, height: 4, orientation: value)
    let flat = try ImageFile.decode(plain)
    #expect(try ImageFile.decode(webP, applyingOrientation: false).packedBytes == flat.packedBytes)
    #expect(try ImageFile.decode(webP).packedBytes == flat.upright(from: orientation).packedBytes)
  }
}
