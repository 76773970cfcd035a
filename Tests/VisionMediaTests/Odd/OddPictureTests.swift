import Foundation
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// What comes of a hostile or odd image file.
enum PictureOutcome: Equatable, CustomStringConvertible {
  /// An image of this size, and how many warnings.
  case image(Int, Int, warnings: Int = 0)
  /// An error with this code.
  case error(TasksErrorCode)

  var description: String {
    switch self {
    case .image(let width, let height, let warnings): "\(width) x \(height), \(warnings) warnings"
    case .error(let code): "\(code)"
    }
  }

  /// What comes of reading, and the message of the error or of the warnings.
  init(of file: Data) throws {
    var warnings: [String] = []
    do {
      let image = try ImageFile.decode(file) { warnings.append($0) }
      self = .image(image.width, image.height, warnings: warnings.count)
    } catch let error as TasksError {
      self = .error(error.code)
    }
  }
}

/// Hostile and odd image files, made here, with the outcome beside each.
@Suite("Hostile and odd image files") struct OddPictureTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let outcome: PictureOutcome
    let make: @Sendable () throws -> Data
    var testDescription: String { name }

    init(_ name: String, _ outcome: PictureOutcome, _ make: @escaping @Sendable () throws -> Data) {
      (self.name, self.outcome, self.make) = (name, outcome, make)
    }
  }

  static func png() throws -> Data { try ImageFile.encode(.ramp(width: 40, height: 30), as: .png) }
  static func jpeg() throws -> Data { try ImageFile.encode(.ramp(width: 64, height: 400), as: .jpeg()) }
  /// The place of the height in a JPEG's frame header.
  static func sizePlace(_ jpeg: Data) -> Int { (jpeg.firstRange(of: Data([0xFF, 0xC0]))?.upperBound ?? 0) + 3 }

  static let pngRows: [Row] = [
    Row("PNG, whole", .image(40, 30)) { try png() },
    Row("PNG, its signature only", .error(.dataLossError)) { try png().prefix(8) },
    Row("PNG, its header only", .error(.dataLossError)) { try png().prefix(33) },
    Row("PNG, half", .error(.dataLossError)) { try png().prefix(png().count / 2) },
    Row("PNG without its end chunk", .image(40, 30)) { try png().dropLast(12) },
    Row("PNG with bytes behind its end", .image(40, 30)) { try png() + SmallFiles.noise(100) },
    Row("PNG, wrong checksum of the header", .error(.dataLossError)) {
      try png().replacing(after: "IHDR", offset: 13, with: Data(count: 4))
    },
    Row("PNG, wrong checksum of the pixels", .error(.dataLossError)) {
      try png().replacing(at: png().count - 16, with: Data(count: 4))
    },
    Row("PNG, damaged pixels", .error(.dataLossError)) {
      try png().replacing(after: "IDAT", offset: 20, with: SmallFiles.noise(30))
    },
    Row("PNG 0 pixels wide", .error(.dataLossError)) { SmallFiles.png(claimingWidth: 0, height: 5) },
    Row("PNG 65536 pixels wide", .error(.invalidArgumentError)) { SmallFiles.png(claimingWidth: 65_536, height: 1) },
    Row("PNG of 2^31 - 1 squared", .error(.invalidArgumentError)) {
      SmallFiles.png(claimingWidth: Int(Int32.max), height: Int(Int32.max))
    },
    Row("PNG that claims 2^28 pixels and has 3", .error(.dataLossError)) {
      SmallFiles.png(claimingWidth: 16_384, height: 16_384)
    },
    Row("PNG, a chunk of 2^32 - 1 bytes", .error(.dataLossError)) {
      try png().replacing(at: 33, with: SmallFiles.big(0xFFFF_FFFF, 4))
    },
    Row("PNG with EXIF orientation 6", .image(30, 40)) {
      try ExifSample.png(.ramp(width: 40, height: 30), orientation: 6, bigEndian: true)
    },
  ]

  static let jpegRows: [Row] = [
    Row("JPEG, whole", .image(64, 400)) { try jpeg() },
    Row("JPEG without its end marker", .image(64, 400, warnings: 1)) { try jpeg().dropLast(2) },
    Row("JPEG with half of its end marker", .image(64, 400, warnings: 1)) { try jpeg().dropLast(1) },
    Row("JPEG, 97 % of it", .image(64, 400, warnings: 1)) { try jpeg().prefix(jpeg().count * 97 / 100) },
    Row("JPEG, 90 % of it", .error(.dataLossError)) { try jpeg().prefix(jpeg().count * 9 / 10) },
    Row("JPEG, half", .error(.dataLossError)) { try jpeg().prefix(jpeg().count / 2) },
    Row("JPEG, its first marker only", .error(.dataLossError)) { try jpeg().prefix(4) },
    Row("JPEG, begin and end only", .error(.dataLossError)) { Data([0xFF, 0xD8, 0xFF, 0xD9]) },
    Row("JPEG, a segment longer than the file", .error(.dataLossError)) {
      Data([0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF]) + SmallFiles.noise(50)
    },
    Row("JPEG with bytes behind its end", .image(64, 400)) { try jpeg() + SmallFiles.noise(100) },
    Row("JPEG with stray bytes between its segments", .image(64, 400)) {
      try jpeg().prefix(20) + [1, 2, 3] + jpeg().dropFirst(20)
    },
    Row("JPEG of 65500 x 65500", .error(.invalidArgumentError)) {
      try jpeg().replacing(at: sizePlace(jpeg()), with: SmallFiles.big(65_500, 2) + SmallFiles.big(65_500, 2))
    },
    Row("JPEG of 65535 x 65535, more than libjpeg has", .error(.dataLossError)) {
      try jpeg().replacing(at: sizePlace(jpeg()), with: Data([255, 255, 255, 255]))
    },
    Row("JPEG 0 pixels wide", .error(.dataLossError)) {
      try jpeg().replacing(at: sizePlace(jpeg()) + 2, with: Data([0, 0]))
    },
    Row("JPEG with EXIF orientation 6", .image(30, 40)) {
      try ExifSample.jpeg(.ramp(width: 40, height: 30), orientation: 6)
    },
    Row("JPEG with EXIF orientation 9", .image(40, 30)) {
      try ExifSample.jpeg(.ramp(width: 40, height: 30), orientation: 9)
    },
    Row("JPEG whose EXIF points behind the file", .image(40, 30)) {
      try ExifSample.jpeg(.ramp(width: 40, height: 30), orientation: 6)
        .replacing(after: "Exif\0\0II", offset: 2, with: SmallFiles.little(0x7FFF_FFFF, 4))
    },
  ]

  static let otherRows: [Row] = [
    Row("GIF", .image(1, 1)) { SmallFiles.gif() },
    Row("GIF with three frames: the first", .image(1, 1)) { SmallFiles.gif(frames: 3) },
    Row("GIF, cut in its frame", .error(.dataLossError)) { SmallFiles.gif().dropLast(4) },
    Row("GIF, its header only", .error(.dataLossError)) { SmallFiles.gif().prefix(13) },
    Row("GIF without a frame", .error(.dataLossError)) { SmallFiles.gif(frames: 0) },
    Row("GIF, a canvas of 65535 x 65535", .error(.dataLossError)) { SmallFiles.gif(width: 65_535, height: 65_535) },
    Row("BMP", .image(8, 6)) { SmallFiles.bmp(width: 8, height: 6) },
    Row("BMP, its top row first", .image(8, 6)) { SmallFiles.bmp(width: 8, height: -6) },
    Row("BMP, cut", .error(.dataLossError)) { SmallFiles.bmp(width: 8, height: 6).dropLast(40) },
    Row("BMP 0 pixels wide", .error(.dataLossError)) { SmallFiles.bmp(width: 0, height: 6) },
    Row("BMP of 2^31 - 1 squared", .error(.dataLossError)) {
      SmallFiles.bmp(width: 8, height: 6).replacing(at: 18, with: SmallFiles.little(Int(Int32.max), 4))
        .replacing(at: 22, with: SmallFiles.little(Int(Int32.max), 4))
    },
    Row("TIFF", .image(5, 3)) { try tiff() },
    Row("TIFF whose directory lies behind the file", .error(.dataLossError)) {
      try tiff().replacing(at: 4, with: SmallFiles.little(1_000_000, 4))
    },
    Row("TIFF whose pixels lie behind the file", .error(.dataLossError)) {
      try tiff(field: 5, at: 8, SmallFiles.little(100_000, 4))
    },
    // FFmpeg gives black pixels for both, and no error.
    Row("TIFF in tiles", .error(.unimplementedError)) { try tiff(field: 5, SmallFiles.little(324, 2)) },
    Row("TIFF of JPEG strips", .error(.unimplementedError)) { try tiff(field: 3, at: 8, SmallFiles.little(7, 4)) },
    Row("BigTIFF", .error(.unimplementedError)) { Data("II+\0\u{8}\0\0\0\u{10}\0\0\0\0\0\0\0".utf8) + Data(count: 40) },
    Row("BigTIFF, big-endian", .error(.unimplementedError)) { Data("MM\0+\0\u{8}\0\0".utf8) + SmallFiles.big(16, 8) },
    Row("TIFF, its header only", .error(.dataLossError)) { try tiff().prefix(16) },
    Row("WebP", .image(1, 1)) { SmallFiles.webP },
    Row("WebP, cut", .error(.dataLossError)) { SmallFiles.webP.dropLast(8) },
    Row("WebP, its header only", .error(.dataLossError)) { SmallFiles.webP.prefix(12) },
    Row("animated WebP: the first frame", .image(1, 1)) { SmallFiles.animatedWebP(frames: 3) },
    Row("animated WebP, cut", .error(.dataLossError)) { SmallFiles.animatedWebP(frames: 3).dropLast(30) },
    Row("animated WebP without a frame", .error(.dataLossError)) { SmallFiles.animatedWebP(frames: 0) },
    Row("animated WebP, a canvas of 2^24 squared", .error(.invalidArgumentError)) {
      SmallFiles.animatedWebP(frames: 1, width: 1 << 24, height: 1 << 24)
    },
    Row("HEIC", .image(64, 48)) { try FixtureFile.data("quadrants.heic") },
    Row("HEIC with a rotation, which EXIF repeats", .image(48, 64)) { try FixtureFile.data("rotated.heic") },
    Row("HEIC, mirrored", .image(64, 48)) { try FixtureFile.data("mirrored.heic") },
    Row("HEIC with alpha", .image(64, 48)) { try FixtureFile.data("alpha.heic") },
    Row("HEIC of 10 bits", .image(64, 48)) { try FixtureFile.data("tenbit.heic") },
    Row("AVIF", .image(64, 48)) { try FixtureFile.data("quadrants.avif") },
    Row("HEIC, half", .error(.dataLossError)) { try FixtureFile.data("quadrants.heic").prefix(400) },
    Row("HEIC, its first box only", .error(.dataLossError)) { try FixtureFile.data("quadrants.heic").prefix(28) },
    Row("HEIC that claims 65535 x 65535", .error(.invalidArgumentError)) {
      try FixtureFile.data("mirrored.heic").replacing(after: "ispe", offset: 4, with: claimedSize)
    },
    Row("AVIF, half", .error(.dataLossError)) { try FixtureFile.data("quadrants.avif").prefix(200) },
    Row("AVIF that claims 65535 x 65535", .error(.invalidArgumentError)) {
      try FixtureFile.data("quadrants.avif").replacing(after: "ispe", offset: 4, with: claimedSize)
    },
    Row("nothing", .error(.invalidArgumentError)) { Data() },
    Row("one byte", .error(.invalidArgumentError)) { Data([0xFF]) },
    Row("text", .error(.invalidArgumentError)) { Data("just words\n".utf8) },
    Row("text that begins like a bitmap", .error(.invalidArgumentError)) { Data("BMW is a car maker".utf8) },
    Row("an SVG drawing", .error(.invalidArgumentError)) { Data("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8) },
    Row("a web page", .error(.invalidArgumentError)) { Data("<!DOCTYPE html><title>404</title>".utf8) },
    Row("zeros", .error(.invalidArgumentError)) { Data(count: 5000) },
    Row("noise", .error(.invalidArgumentError)) { SmallFiles.noise(5000) },
  ]

  private static let claimedSize = SmallFiles.big(65_535, 4) + SmallFiles.big(65_535, 4)

  private static func tiff() throws -> Data {
    ExifSample.tiff(try .ramp(width: 5, height: 3, format: .gray), orientation: 1)
  }

  /// Other bytes in a field. The fields, of 12 bytes each, lie behind the header, 16 bytes of pixels and the count; each begins with
  /// its tag and ends with its value. The fourth is the compression, the sixth the place of the pixels.
  private static func tiff(field: Int, at offset: Int = 0, _ bytes: Data) throws -> Data {
    try tiff().replacing(at: 8 + 16 + 2 + field * 12 + offset, with: bytes)
  }

  @Test("Each file gives the outcome written beside it", arguments: pngRows + jpegRows + otherRows)
  func outcome(row: Row) throws {
    #expect(try PictureOutcome(of: row.make()) == row.outcome)
  }

  @Test("Noise in any of them ends in an image or in our error", arguments: pngRows + jpegRows + otherRows)
  func noise(row: Row) throws {
    let file = try row.make()
    let copies = file.count > 1 ? DamagedFile.copies(of: file, count: 12) : [file]
    DamagedFile.check(copies) { _ = try ImageFile.decode($0) }
  }
}
