import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

@Suite("Picture files")
struct ImageFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("PNG files come back as they were written", arguments: [PixelFormat.rgb, .rgba, .gray])
  func pngRoundTrip(format: PixelFormat) throws {
    let image = try ImageBuffer.ramp(width: 31, height: 17, format: format)
    try ImageFile.write(image, toFile: folder.path("a.PNG"))
    let read = try ImageFile.read(contentsOfFile: folder.path("a.PNG"))
    #expect(read.format == format)
    #expect(read.packedBytes == image.packedBytes)
  }

  @Test("padded rows and BGRA are written right")
  func pngFromPaddedBGRA() throws {
    let bytes = (0..<(24 * 4)).map { UInt8(truncatingIfNeeded: $0 * 5) }
    let image = try ImageBuffer(copying: bytes, width: 5, height: 4, bytesPerRow: 24, format: .bgra)
    let read = try ImageFile.decode(ImageFile.encode(image, as: .png))
    #expect(read.packedBytes == (try image.converted(to: .rgba)).packedBytes)
  }

  @Test("JPEG files keep size, gray, and nearly the colours", arguments: PixelFormat.allCases)
  func jpegRoundTrip(format: PixelFormat) throws {
    let bytes = (0..<(40 * 30)).flatMap { _ in Array(repeating: UInt8(90), count: format.bytesPerPixel) }
    let image = try ImageBuffer(copying: bytes, width: 40, height: 30, format: format)
    try ImageFile.write(image, toFile: folder.path("a.jpeg"))
    let read = try ImageFile.read(contentsOfFile: folder.path("a.jpeg"))
    #expect(read.width == 40 && read.height == 30)
    #expect(read.format == (format == .gray ? .gray : .rgb))
    #expect(read.packedBytes.allSatisfy { abs(Int($0) - 90) <= 2 })
  }

  @Test("a CMYK JPEG becomes RGB: ink takes light away")
  func cmyk() throws {
    // Stored inverted, as Adobe's programs do: 255 is no ink.
    let inks: [UInt8] = [255, 255, 255, 255], red: [UInt8] = [255, 0, 0, 255], half: [UInt8] = [255, 255, 255, 128]
    for (ink, expected) in [(inks, [255, 255, 255]), (red, [255, 0, 0]), (half, [128, 128, 128])] {
      let read = try ImageFile.decode(JPEGSample.cmyk(ink))
      #expect(read.format == .rgb)
      #expect(read.packedBytes.prefix(3).enumerated().allSatisfy { abs(Int($1) - expected[$0]) <= 2 })
    }
    // ImageMagick halves the resolution of black, too, which TurboJPEG does not read.
    let read = try ImageFile.decode(FixtureFile.data("ycck.jpg"))
    #expect(read.format == .rgb && zip(read.packedBytes, [200, 100, 40]).allSatisfy { abs(Int($0) - $1) <= 2 })
  }

  @Test("all eight EXIF orientations, both byte orders", arguments: 1...8, [false, true])
  func orientations(value: Int, bigEndian: Bool) throws {
    let stored = try ImageBuffer.ramp(width: 3, height: 2, format: .gray)
    let file = try ExifSample.png(stored, orientation: value, bigEndian: bigEndian)
    let p = stored.packedBytes
    let expected: [UInt8] =
      switch value {
      case 1: [p[0], p[1], p[2], p[3], p[4], p[5]]
      case 2: [p[2], p[1], p[0], p[5], p[4], p[3]]
      case 3: [p[5], p[4], p[3], p[2], p[1], p[0]]
      case 4: [p[3], p[4], p[5], p[0], p[1], p[2]]
      case 5: [p[0], p[3], p[1], p[4], p[2], p[5]]
      case 6: [p[3], p[0], p[4], p[1], p[5], p[2]]
      case 7: [p[5], p[2], p[4], p[1], p[3], p[0]]
      default: [p[2], p[5], p[1], p[4], p[0], p[3]]
      }
    let upright = try ImageFile.decode(file)
    #expect(upright.width == (value < 5 ? 3 : 2))
    #expect(upright.packedBytes == expected)
    #expect(try ImageFile.decode(file, applyingOrientation: false).packedBytes == p)
  }

  @Test("EXIF orientation in JPEG turns every channel of the pixel", arguments: 1...8)
  func jpegOrientation(value: Int) throws {
    let image = try ImageBuffer.ramp(width: 70, height: 41)
    let file = try ExifSample.jpeg(image, orientation: value)
    let stored = try ImageFile.decode(file, applyingOrientation: false)
    let orientation = try #require(ImageOrientation(exifValue: value))
    #expect(try ImageFile.decode(file).packedBytes == stored.upright(from: orientation).packedBytes)
  }

  @Test("nonsense in EXIF leaves the picture as stored", arguments: [0, 9, 65_535])
  func badOrientation(value: Int) throws {
    let image = try ImageBuffer.ramp(width: 3, height: 2, format: .gray)
    let file = try ExifSample.png(image, orientation: value, bigEndian: true)
    #expect(try ImageFile.decode(file).packedBytes == image.packedBytes)
  }

  @Test("a missing file, a folder, and files that are no pictures have errors of their own")
  func wrongFiles() throws {
    #expect(TasksErrorCode.thrown { _ = try ImageFile.read(contentsOfFile: folder.path("none.png")) } == .notFoundError)
    #expect(TasksErrorCode.thrown { _ = try ImageFile.read(contentsOfFile: folder.url.path) } == .invalidArgumentError)
    let empty = try folder.write(Data(), "empty.png")
    #expect(TasksErrorCode.thrown { _ = try ImageFile.read(contentsOfFile: empty) } == .invalidArgumentError)
    let text = try folder.write(Data("BMW is no bitmap, and this is no picture".utf8), "text.jpg")
    #expect(TasksErrorCode.thrown { _ = try ImageFile.read(contentsOfFile: text) } == .invalidArgumentError)
  }

  @Test("an unreadable file has the code for refused access", .only(.ordinaryUser))
  func unreadable() throws {
    let path = try folder.write(Data([1]), "locked.png")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(TasksErrorCode.thrown { _ = try ImageFile.read(contentsOfFile: path) } == .permissionDeniedError)
  }

  @Test("a truncated file is damaged, not half a picture", arguments: [ImageFile.Encoding.png, .jpeg()])
  func truncated(encoding: ImageFile.Encoding) throws {
    let whole = try ImageFile.encode(ImageBuffer.ramp(width: 200, height: 150), as: encoding)
    for part in [0.1, 0.5, 0.9] {
      let cut = whole.prefix(Int(Double(whole.count) * part))
      #expect(TasksErrorCode.thrown { _ = try ImageFile.decode(Data(cut)) } == .dataLossError)
    }
  }

  @Test("a JPEG that claims to be huge is refused before memory is taken")
  func tooLarge() throws {
    var file = try ImageFile.encode(ImageBuffer.ramp(width: 8, height: 8), as: .jpeg())
    let frameHeader = try #require(file.firstRange(of: Data([0xFF, 0xC0])))
    for offset in 5...8 { file[frameHeader.lowerBound + offset] = 0xF0 }
    #expect(TasksErrorCode.thrown { _ = try ImageFile.decode(file) } == .invalidArgumentError)
  }

  @Test("writing: unknown ending, missing folder, wrong quality")
  func wrongWrites() throws {
    let image = try ImageBuffer.ramp(width: 4, height: 4)
    #expect(TasksErrorCode.thrown { try ImageFile.write(image, toFile: folder.path("a.bmp")) } == .invalidArgumentError)
    #expect(TasksErrorCode.thrown { try ImageFile.write(image, toFile: folder.path("no/a.png")) } == .notFoundError)
    #expect(TasksErrorCode.thrown { _ = try ImageFile.encode(image, as: .jpeg(quality: 0)) } == .invalidArgumentError)
    #expect(TasksErrorCode.thrown { _ = try ImageFile.encode(image, as: .jpeg(quality: 101)) } == .invalidArgumentError)
    try ImageFile.write(image, toFile: folder.path("a.png"))
    try ImageFile.write(image, toFile: folder.path("a.png"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.png"])
  }

  @Test("a picture written to a named pipe goes through it; the pipe stays one")
  func pipe() throws {
    let path = folder.path("pipe.png")
    try #require(mkfifo(path, 0o600) == 0)
    let descriptor = open(path, O_RDONLY | O_NONBLOCK)
    try #require(descriptor >= 0)
    let reader = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let image = try ImageBuffer.ramp(width: 8, height: 8)
    try ImageFile.write(image, toFile: path)
    let bytes = try #require(try reader.readToEnd())
    #expect(try ImageFile.decode(bytes).packedBytes == image.packedBytes)
    #expect(mkfifo(path, 0o600) == -1 && errno == EEXIST)
    let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    #expect(type != .typeRegular)
  }
}
