import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// Damaged files end in a `TasksError` or in a picture, never in a crash. The damage is the same in every run.
@Suite("Damaged files")
struct FuzzTests {
  /// Cut-off copies and copies with a few bytes changed.
  static func damagedCopies(of bytes: Data, count: Int) -> [Data] {
    var random = SeededGenerator(seed: UInt64(bytes.count))
    return (0..<count).map { round in
      if round % 4 == 0 { return Data(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))) }
      var copy = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        // Half of the changes hit the headers, where they do most.
        let limit = Bool.random(using: &random) ? min(200, copy.count) : copy.count
        copy[Int.random(in: 0..<limit, using: &random)] = .random(in: 0...255, using: &random)
      }
      return copy
    }
  }

  /// Runs a reader on damaged copies; anything thrown must be our error.
  static func check(_ copies: [Data], _ read: (Data) throws -> Void) {
    #expect(!copies.isEmpty)
    for (index, copy) in copies.enumerated() {
      do {
        try read(copy)
      } catch {
        #expect(error is TasksError, "copy \(index): \(error)")
      }
    }
  }

  @Test("our own JPEG and PNG files", arguments: [ImageFile.Encoding.png, .jpeg()])
  func ownPictures(encoding: ImageFile.Encoding) throws {
    let file = try ImageFile.encode(ImageBuffer.ramp(width: 40, height: 30), as: encoding)
    Self.check(Self.damagedCopies(of: file, count: 300)) { _ = try ImageFile.decode($0) }
  }

  @Test("HEIC and AVIF files", arguments: ["quadrants.heic", "alpha.heic", "tenbit.heic", "quadrants.avif"])
  func libheif(name: String) throws {
    Self.check(Self.damagedCopies(of: try FixtureFile.data(name), count: 200)) { _ = try ImageFile.decode($0) }
  }

  @Test("animated WebP files")
  func animatedWebP() throws {
    Self.check(Self.damagedCopies(of: SmallFiles.animatedWebP(frames: 3), count: 300)) { copy in
      _ = try ImageFile.decode(copy)
      let animation = try copy.withUnsafeBytes {
        try WebPAnimation(EncodedImage(bytes: $0, format: .webP, name: "the copy", pixelLimit: 1 << 20))
      }
      while try animation.next() != nil {}
    }
  }

  @Test("a picture with EXIF data")
  func exif() throws {
    let file = try ExifSample.jpeg(.ramp(width: 24, height: 16), orientation: 6)
    Self.check(Self.damagedCopies(of: file, count: 300)) { _ = try ImageFile.decode($0) }
  }

  @Test(
    "pictures of the other formats", .needs(.ffmpeg),
    arguments: ["a.webp", "a.bmp", "a.tiff", "a.gif"])
  func otherPictures(name: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.run(
      "-f", "lavfi", "-i", "testsrc2=size=48x32", "-frames:v", "1", "-update", "1", folder.path(name))
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
    Self.check(Self.damagedCopies(of: file, count: 150)) { _ = try ImageFile.decode($0) }
  }

  @Test(
    "videos", .needs(.ffmpeg),
    arguments: ["a.mp4", "a.mkv", "a.avi"])
  func videos(name: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.run("-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "8", folder.path(name))
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
    Self.check(Self.damagedCopies(of: file, count: 60)) { copy in
      let path = try folder.write(copy, "damaged")
      _ = try MediaKind.detect(contentsOfFile: path)
      let reader = try VideoReader(contentsOfFile: path)
      var count = 0
      while count < 50, try reader.next() != nil { count += 1 }
    }
  }
}
