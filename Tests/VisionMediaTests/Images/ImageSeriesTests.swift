import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

@Suite("Several images in one file") struct ImageSeriesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func jpeg(_ width: Int = 64, _ height: Int = 48) throws -> Data {
    try ImageFile.encode(.ramp(width: width, height: height), as: .jpeg())
  }

  /// A JPEG file with a segment behind its start.
  private static func jpeg(with marker: UInt8, _ content: Data) throws -> Data {
    let file = try jpeg()
    return file.prefix(2) + [0xFF, marker] + SmallFiles.big(content.count + 2, 2) + content + file.dropFirst(2)
  }

  @Test("Each image is a frame, for the user's files and for strangers'")
  func series() throws {
    let files = [
      try Self.jpeg(), PNGSample(width: 64, height: 48, color: .rgb, depth: 8).file(),
      SmallFiles.bmp(width: 64, height: 48),
    ]
    for file in files {
      for count in [2, 5] {
        let path = try folder.write((0..<count).reduce(Data()) { data, _ in data + file }, "series")
        #expect(try MediaKind.detect(contentsOfFile: path) == .video)
        for rules in [MediaRules.trusted, .untrusted(pixelLimit: 64 * 48)] {
          let reader = try VideoReader(contentsOfFile: path, rules: rules)
          var times: [Int] = []
          try reader.forEach { times.append($0.timestampInMilliseconds) }
          #expect(times == (0..<count).map { $0 * 40 }, "\(file.prefix(4))")
          #expect(reader.width == 64 && reader.height == 48)
        }
      }
      let path = try folder.write(file, "single")
      #expect(try MediaKind.detect(contentsOfFile: path) == .image)
      #expect(TasksErrorCode.thrown { _ = try VideoReader(contentsOfFile: path) } == .invalidArgumentError)
    }
    // A warning where only the first is read.
    var warnings: [String] = []
    _ = try ImageFile.decode(Self.jpeg() + Self.jpeg()) { warnings.append($0) }
    #expect(warnings == ["The file the data holds several JPEG images; the first was read."])
  }

  @Test("A phone's photo with more behind it is one image")
  func photos() throws {
    let small = try Self.jpeg(16, 12)
    let xmp = Data(
      "http://ns.adobe.com/xap/1.0/\0<x xmlns:Container='http://ns.google.com/photos/1.0/container/'/>".utf8)
    let photos = [
      try Self.jpeg(with: 0xE2, Data("MPF\0II*\0".utf8)) + Self.jpeg(), try Self.jpeg(with: 0xE1, xmp) + Self.jpeg(),
      try Self.jpeg() + small, try Self.jpeg() + Data("\0\0\0\u{18}ftypmp42".utf8) + Data(count: 200),
      try Self.jpeg(with: 0xE1, Data("Exif\0\0".utf8) + small), try Self.jpeg() + Data(count: 500),
    ]
    for photo in photos {
      let path = try folder.write(photo, "photo")
      #expect(try MediaKind.detect(contentsOfFile: path) == .image)
      #expect(!ImageFile.hasSeveralFrames(photo))
      var warnings: [String] = []
      _ = try ImageFile.decode(photo) { warnings.append($0) }
      #expect(warnings.isEmpty, "\(warnings)")
    }
  }

  private static func noise(_ count: Int, step: Int, start: Int) -> Data {
    Data((0..<count).map { (index: Int) -> UInt8 in UInt8((index * step + start) % 251) })
  }

  @Test("Damage inside a JPEG image is a warning, padding is none")
  func damageInside() throws {
    var random = SeededGenerator(seed: 7)
    var image = try ImageBuffer(width: 320, height: 240, format: .rgb)
    image.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = UInt8(index / 960) ^ .random(in: 0...31, using: &random) }
    }
    let whole = try ImageFile.encode(image, as: .jpeg())
    for share in [0.3, 0.5, 0.8] {
      let place = Int(Double(whole.count) * share)
      let damaged = whole.replacing(at: place, with: Self.noise(400, step: 37, start: 11))
      var warnings: [String] = []
      _ = try ImageFile.decode(damaged) { warnings.append($0) }
      #expect(warnings.count == 1 && warnings.first?.contains("is damaged inside") == true, "\(share): \(warnings)")
    }
    // Smaller damage, after which the decoder is often in step again.
    var (reported, all) = (0, 0)
    for start in stride(from: whole.count / 4, to: whole.count * 3 / 4, by: whole.count / 50) {
      let damaged = whole.replacing(at: start, with: Self.noise(40, step: 91, start: start))
      var found: [String] = []
      _ = try ImageFile.decode(damaged) { found.append($0) }
      reported += found.count
      all += 1
    }
    #expect(Double(reported) > 0.9 * Double(all), "\(reported) of \(all)")
    var warnings: [String] = []
    _ = try ImageFile.decode(whole.dropLast(2) + Data(count: 8) + whole.suffix(2)) { warnings.append($0) }
    _ = try ImageFile.decode(whole) { warnings.append($0) }
    #expect(warnings.isEmpty, "\(warnings)")
  }

  @Test("Damage that libjpeg decodes without a word is a warning, too", .needs(.shared))
  func silentDamage() throws {
    let whole = try SharedFolder.mediaData("cat_720p.jpg")
    let damaged = whole.replacing(at: whole.count / 2, with: Self.noise(400, step: 37, start: 11))
    var warnings: [String] = []
    _ = try ImageFile.decode(whole) { warnings.append($0) }
    #expect(warnings.isEmpty, "\(warnings)")
    _ = try ImageFile.decode(damaged) { warnings.append($0) }
    #expect(warnings == ["The JPEG image in the data is damaged inside; a part of its pixels is wrong."])
  }

  @Test("A 16-bit image with the values of a 12-bit sensor is a warning")
  func twelveBits() throws {
    let dark = PNGSample(
      gray16: [[1000, 4095, 0], [3, 17, 2000]])
    let bright = PNGSample(gray16: [[1000, 4096, 0], [3, 17, 2000]])
    let black = PNGSample(gray16: [[0, 0, 0]])
    for (sample, expected) in [(dark, 1), (bright, 0), (black, 0)] {
      var warnings: [String] = []
      _ = try ImageFile.decode(sample.file()) { warnings.append($0) }
      #expect(warnings.count == expected, "\(warnings)")
    }
  }

  @Test(
    "An image in a format that is not read names those that are", .needs(.ffmpeg), arguments: ["ppm", "pgm", "jp2"])
  func otherFormats(ending: String) throws {
    let path = folder.path("a." + ending)
    try FFmpegCommand.run("-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "1", path)
    #expect(try MediaKind.detect(contentsOfFile: path) == nil)
    let error = #expect(throws: TasksError.self) { try VideoReader(contentsOfFile: path) }
    #expect(
      error?.message.hasSuffix(
        "is an image, not a video; images are read in these formats: JPEG, PNG, WebP, BMP, TIFF, GIF, HEIC and AVIF.")
        == true, "\(error?.message ?? "")")
  }
}
