import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// The `ffmpeg` command makes the files and says which pixels are in them; skipped without it.
@Suite("Picture formats", .needs(.ffmpeg))
struct ImageFileFormatTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a file of the ramp picture in a format, then reads it with us and with the command.
  func check(_ file: String, source: PixelFormat, pixelFormat: String, as expected: PixelFormat) throws {
    let ramp = try ImageBuffer.ramp(width: 37, height: 23, format: source)
    let original = folder.path("original.png")
    try ImageFile.write(ramp, toFile: original)
    try FFmpegCommand.run("-i", original, "-pix_fmt", pixelFormat, "-update", "1", folder.path(file))
    let picture = try ImageFile.read(contentsOfFile: folder.path(file))
    #expect(picture.format == expected)
    if pixelFormat.contains("48") || pixelFormat.contains("64") || pixelFormat.contains("16") {
      // The command's widening to 16 bits is not exact, so the file's own numbers are the judge.
      let littleEndian = pixelFormat.replacingOccurrences(of: "be", with: "le")
      let wide = try FFmpegCommand.run("-i", folder.path(file), "-pix_fmt", littleEndian, "-f", "rawvideo", "-")
      #expect(picture.packedBytes == stride(from: 1, to: wide.count, by: 2).map { wide[$0] })
    } else if expected == source {
      #expect(picture.packedBytes == ramp.packedBytes)
    } else {
      #expect(try picture.rgbBytes() == ramp.rgbBytes())
    }
  }

  @Test(
    "lossless formats come out byte for byte",
    arguments: [
      ("a.png", "rgb24"), ("a.png", "rgb48be"), ("a.bmp", "bgr24"), ("a.tiff", "rgb24"), ("a.tiff", "rgb48le"),
    ])
  func rgb(file: String, pixelFormat: String) throws {
    try check(file, source: .rgb, pixelFormat: pixelFormat, as: .rgb)
  }

  @Test("alpha is kept", arguments: [("a.png", "rgba"), ("a.png", "rgba64be"), ("a.tiff", "rgba"), ("a.bmp", "bgra")])
  func alpha(file: String, pixelFormat: String) throws {
    try check(file, source: .rgba, pixelFormat: pixelFormat, as: .rgba)
  }

  @Test("gray stays gray", arguments: [("a.png", "gray"), ("a.png", "gray16be"), ("a.tiff", "gray")])
  func gray(file: String, pixelFormat: String) throws {
    try check(file, source: .gray, pixelFormat: pixelFormat, as: .gray)
  }

  @Test("gray with alpha keeps both")
  func grayAlpha() throws {
    try check("a.png", source: .gray, pixelFormat: "ya8", as: .rgba)
  }

  @Test("lossless WebP, opaque or not", arguments: [PixelFormat.rgb, .rgba])
  func losslessWebP(format: PixelFormat) throws {
    let ramp = try ImageBuffer.ramp(width: 37, height: 23, format: format)
    try ImageFile.write(ramp, toFile: folder.path("original.png"))
    try FFmpegCommand.run(
      "-i", folder.path("original.png"), "-pix_fmt", "bgra", "-c:v", "libwebp", "-lossless", "1", folder.path("a.webp"))
    let picture = try ImageFile.read(contentsOfFile: folder.path("a.webp"))
    #expect(picture.format == format)
    // The encoder may choose any colour where a pixel cannot be seen.
    let (read, written) = (picture.packedBytes, ramp.packedBytes)
    let differing = read.indices.filter { read[$0] != written[$0] }
    let invisible = differing.filter { index in
      let alpha = index - index % 4 + 3
      return format == .rgba && written[alpha] == 0
    }
    #expect(differing == invisible)
  }

  @Test("pictures with a palette", arguments: ["a.png", "a.gif", "a.bmp", "a.tiff"])
  func palette(file: String) throws {
    // Few colours, so that a palette holds them all.
    let bytes = (0..<(24 * 16)).flatMap { index -> [UInt8] in
      let (column, row) = (index % 4, index / 4 % 4)
      return [UInt8(column * 85), UInt8(row * 85), 51]
    }
    let picture = try ImageBuffer(copying: bytes, width: 24, height: 16, format: .rgb)
    try ImageFile.write(picture, toFile: folder.path("original.png"))
    let paletted = folder.path(file)
    try FFmpegCommand.run(
      "-i", folder.path("original.png"), "-filter_complex",
      "[0]split[a][b];[a]palettegen=reserve_transparent=0[p];[b][p]paletteuse=dither=none", "-pix_fmt", "pal8",
      "-update", "1", paletted)
    let judge = try FFmpegCommand.run("-i", paletted, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-")
    let read = try ImageFile.read(contentsOfFile: paletted)
    #expect(read.format == .rgb)
    #expect(read.packedBytes == Array(judge))
    #expect(Self.largestDifference(read.packedBytes, bytes) <= 4)
  }

  @Test("black and white pictures of one bit a pixel", arguments: [("a.png", "monob"), ("a.tiff", "monow")])
  func oneBit(file: String, pixelFormat: String) throws {
    let bytes = (0..<(19 * 9)).map { $0 % 3 == 0 ? UInt8(255) : 0 }
    try ImageFile.write(
      ImageBuffer(copying: bytes, width: 19, height: 9, format: .gray), toFile: folder.path("original.png"))
    try FFmpegCommand.run(
      "-i", folder.path("original.png"), "-sws_dither", "none", "-pix_fmt", pixelFormat, "-update", "1",
      folder.path(file))
    let picture = try ImageFile.read(contentsOfFile: folder.path(file))
    #expect(picture.format == .gray)
    #expect(picture.packedBytes == bytes)
  }

  @Test("lossy WebP is close to the original")
  func lossyWebP() throws {
    let flat = try ImageBuffer(
      copying: [[UInt8]](repeating: [200, 120, 40], count: 64 * 64).joined(), width: 64, height: 64, format: .rgb)
    try ImageFile.write(flat, toFile: folder.path("original.png"))
    try FFmpegCommand.run(
      "-i", folder.path("original.png"), "-c:v", "libwebp", "-pix_fmt", "yuv420p", folder.path("a.webp"))
    let picture = try ImageFile.read(contentsOfFile: folder.path("a.webp"))
    #expect(picture.format == .rgb)
    #expect(Self.largestDifference(picture.packedBytes, flat.packedBytes) <= 6)
  }

  static func largestDifference(_ a: [UInt8], _ b: [UInt8]) -> Int {
    zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}
