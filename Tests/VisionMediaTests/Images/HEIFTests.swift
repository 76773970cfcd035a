import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// HEIC, HEIF and AVIF images. The files are committed: few machines have an encoder.
@Suite("HEIC and AVIF images") struct HEIFTests {
  enum Corner: CaseIterable {
    case topLeft, topRight, bottomLeft, bottomRight
  }

  static let red: [UInt8] = [255, 0, 0], green: [UInt8] = [0, 255, 0], blue: [UInt8] = [0, 0, 255]
  static let white: [UInt8] = [255, 255, 255]

  /// The pixel in the middle of each quarter.
  static func corners(_ image: ImageBuffer) -> [[UInt8]] {
    let bytes = image.packedBytes
    let channels = image.format.bytesPerPixel
    return Corner.allCases.map { corner in
      let x = image.width * (corner == .topLeft || corner == .bottomLeft ? 1 : 3) / 4
      let y = image.height * (corner == .topLeft || corner == .topRight ? 1 : 3) / 4
      let start = (y * image.width + x) * channels
      return Array(bytes[start..<(start + channels)])
    }
  }

  static func isNear(_ a: [[UInt8]], _ b: [[UInt8]]) -> Bool {
    zip(a, b).allSatisfy { ImageFileFormatTests.largestDifference($0, $1) <= 4 }
  }

  @Test(
    "Each kind has its size, format and colours; a rotation counts once, though EXIF repeats it",
    arguments: [
      ("quadrants.heic", 64, 48, [red, green, blue, white]), ("quadrants.avif", 64, 48, [red, green, blue, white]),
      ("tenbit.heic", 64, 48, [red, green, blue, white]), ("rotated.heic", 48, 64, [blue, red, white, green]),
      ("mirrored.heic", 64, 48, [green, red, white, blue]),
    ])
  func kinds(name: String, width: Int, height: Int, colors: [[UInt8]]) throws {
    let image = try ImageFile.read(contentsOfFile: FixtureFile.path(name))
    #expect(image.width == width && image.height == height && image.format == .rgb)
    #expect(Self.isNear(Self.corners(image), colors), "\(Self.corners(image))")
    #expect(try MediaKind.detect(contentsOfFile: FixtureFile.path(name)) == .image)
    // The rotation is a part of the image: there is nothing left to apply.
    let data = try FixtureFile.data(name)
    #expect(ImageFile.statedOrientation(of: data) == .up)
    #expect(try ImageFile.decode(data, applyingOrientation: false).packedBytes == image.packedBytes)
  }

  @Test("Alpha is kept")
  func alpha() throws {
    let image = try ImageFile.read(contentsOfFile: FixtureFile.path("alpha.heic"))
    #expect(image.format == .rgba)
    #expect(Self.isNear(Self.corners(image).map { Array($0.suffix(1)) }, [[255], [255], [128], [128]]))
  }

  @Test(
    "The brand in the first box tells images from videos",
    arguments: [
      ("heic", "mif1", ImageFileFormat.heic), ("heix", "mif1", .heic), ("mif1", "heic", .heic), ("mif1", "avif", .avif),
      ("avif", "mif1", .avif), ("isom", "avc1", nil), ("qt  ", "qt  ", nil), ("avis", "avif", nil),
      ("hevc", "heic", nil),
    ])
  func brands(major: String, other: String, format: ImageFileFormat?) {
    let box = SmallFiles.big(20, 4) + Data("ftyp\(major)\0\0\0\0\(other)".utf8) + Data("moreavif".utf8)
    #expect(box.withUnsafeBytes { ImageFileFormat(signatureOf: $0) } == format)
  }

  @Test("An image larger than the caller's limit is refused before it is decoded")
  func limit() throws {
    let data = try FixtureFile.data("quadrants.heic")
    #expect(try ImageFile.decode(data, pixelLimit: 64 * 48).width == 64)
    let error = #expect(throws: TasksError.self) { try ImageFile.decode(data, pixelLimit: 64 * 48 - 1) }
    #expect(error?.code == .invalidArgumentError || error?.code == .dataLossError)
  }

  @Test("Without the libraries the errors name what was tried, and what to install")
  func missing() {
    let heif = #expect(throws: TasksError.self) { try SystemLibrary.heif.named("libheif-none.so.1").load() }
    #expect(heif?.code == .notFoundError)
    #expect(heif?.message.contains("libheif-none.so.1") == true)
    #expect(heif?.message.contains("install the package libheif1 (Debian, Ubuntu)") == true)
    let webP = #expect(throws: TasksError.self) { try SystemLibrary.webP.named("libwebpdemux-none.so.2").load() }
    #expect(webP?.message.contains("install the package libwebpdemux2 (Debian, Ubuntu)") == true)
    #if os(Linux)
      let other = #expect(throws: TasksError.self) { try SystemLibrary.heif.named("libc.so.6").load() }
      #expect(other?.message.contains("libc.so.6 has no function heif_") == true)
    #endif
  }
}
