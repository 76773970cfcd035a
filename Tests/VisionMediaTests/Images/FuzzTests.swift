import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// Damaged files end in a `TasksError` or in a picture, never in a crash. The damage is the same in every run.
@Suite("Damaged files")
struct FuzzTests {
  @Test("our own JPEG and PNG files", arguments: [ImageFile.Encoding.png, .jpeg()])
  func ownPictures(encoding: ImageFile.Encoding) throws {
    let file = try ImageFile.encode(ImageBuffer.ramp(width: 40, height: 30), as: encoding)
    DamagedFile.check(DamagedFile.copies(of: file, count: 300)) { _ = try ImageFile.decode($0) }
  }

  @Test("HEIC and AVIF files", arguments: ["quadrants.heic", "alpha.heic", "tenbit.heic", "quadrants.avif"])
  func libheif(name: String) throws {
    DamagedFile.check(DamagedFile.copies(of: try FixtureFile.data(name), count: 200)) { _ = try ImageFile.decode($0) }
  }

  @Test("animated WebP files")
  func animatedWebP() throws {
    DamagedFile.check(DamagedFile.copies(of: SmallFiles.animatedWebP(frames: 3), count: 300)) { copy in
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
    DamagedFile.check(DamagedFile.copies(of: file, count: 300)) { _ = try ImageFile.decode($0) }
  }

  @Test(
    "pictures of the other formats", .needs(.ffmpeg),
    arguments: ["a.webp", "a.bmp", "a.tiff", "a.gif"])
  func otherPictures(name: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.run(
      "-f", "lavfi", "-i", "testsrc2=size=48x32", "-frames:v", "1", "-update", "1", folder.path(name))
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
    DamagedFile.check(DamagedFile.copies(of: file, count: 150)) { _ = try ImageFile.decode($0) }
  }

  @Test(
    "videos", .needs(.ffmpeg),
    arguments: ["a.mp4", "a.mkv", "a.avi"])
  func videos(name: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.run("-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "8", folder.path(name))
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
    DamagedFile.check(DamagedFile.copies(of: file, count: 60)) { copy in
      let path = try folder.write(copy, "damaged")
      _ = try MediaKind.detect(contentsOfFile: path)
      let reader = try VideoReader(contentsOfFile: path)
      var count = 0
      while count < 50, try reader.next() != nil { count += 1 }
    }
  }
}
