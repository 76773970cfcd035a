import CTurboJPEG
import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// JPEG files that end too early.
@Suite("JPEG files without their end") struct JPEGTailTests {
  /// What is read, and the warnings.
  private func read(_ file: Data) throws -> (image: ImageBuffer, warnings: [String]) {
    var warnings: [String] = []
    let image = try ImageFile.decode(file) { warnings.append($0) }
    return (image, warnings)
  }

  @Test(
    "Without its end marker every pixel is there, and one warning says what is missing",
    arguments: [
      PixelFormat.rgb, .gray,
    ])
  func marker(format: PixelFormat) throws {
    let whole = try ImageFile.encode(.ramp(width: 70, height: 300, format: format), as: .jpeg())
    let expected = try read(whole)
    #expect(expected.warnings.isEmpty)
    for missing in 1...2 {
      let cut = try read(whole.dropLast(missing))
      #expect(cut.image.packedBytes == expected.image.packedBytes)
      #expect(cut.warnings == ["The JPEG image in the data lacks its end marker; all of its pixels are there."])
    }
  }

  @Test("With few rows missing those before are right, and the warning has their number")
  func rows() throws {
    let whole = try ImageFile.encode(.ramp(width: 64, height: 400), as: .jpeg())
    let expected = try read(whole).image
    let (image, warnings) = try read(whole.prefix(whole.count * 97 / 100))
    let words = try #require(warnings.first).split(separator: " ")
    #expect(warnings.count == 1)
    let missing = try #require(words.firstIndex(of: "last").flatMap { Int(words[$0 + 1]) })
    #expect((1...20).contains(missing))
    let count = (400 - missing) * image.bytesPerRow
    #expect(image.packedBytes.prefix(count) == expected.packedBytes.prefix(count))
    #expect(image.packedBytes != expected.packedBytes)
  }

  @Test("A progressive file without its end marker is read, with a part of its last pass missing it is an error")
  func progressive() throws {
    let picture = try ImageBuffer.ramp(width: 64, height: 400)
    let whole = try JPEGSample.file(picture.packedBytes, width: 64, height: 400, flags: TJFLAG_PROGRESSIVE)
    let cut = try read(whole.dropLast(2))
    #expect(cut.warnings.count == 1)
    #expect(cut.image.packedBytes == (try read(whole)).image.packedBytes)
    #expect(TasksErrorCode.thrown { _ = try ImageFile.decode(whole.dropLast(200)) } == .dataLossError)
  }
}
