import Foundation
import TestSupport
import Testing
import VisionImaging

@testable import VisionMedia

@Suite("Pictures equal the goldens' rasters", .needs(.shared))
struct ImageFileGoldenTests {
  @Test(
    "every picture has the bytes MediaPipe saw",
    arguments: SharedFolder.mediaNames("png", "jpg").filter { !$0.hasSuffix(".decoded.png") })
  func pixels(name: String) throws {
    let picture = try ImageFile.read(contentsOfFile: SharedFolder.media(name), applyingOrientation: false)
    let golden = try PixelGolden.longest(of: name)
    #expect(picture.width == golden.width)
    #expect(picture.height == golden.height)
    #expect(try PixelHash.hex(picture.rgbBytes()) == golden.pixelSha256)
  }

  @Test("a JPEG equals its lossless twin", arguments: ["cat_720p", "exif_orientation6"])
  func twins(name: String) throws {
    let jpeg = try ImageFile.read(contentsOfFile: SharedFolder.media(name + ".jpg"), applyingOrientation: false)
    let twin = try ImageFile.read(contentsOfFile: SharedFolder.media(name + ".decoded.png"))
    #expect(jpeg.packedBytes == twin.packedBytes)
  }

  @Test("the formats of the files are kept")
  func formats() throws {
    #expect(try ImageFile.read(contentsOfFile: SharedFolder.media("cameraman_gray.png")).format == .gray)
    #expect(try ImageFile.read(contentsOfFile: SharedFolder.media("thumbs_up_alpha.png")).format == .rgba)
    #expect(try ImageFile.read(contentsOfFile: SharedFolder.media("yoga.png")).format == .rgb)
  }

  @Test("EXIF orientation 6 turns clockwise unless told not to")
  func orientation() throws {
    let path = try SharedFolder.media("exif_orientation6.jpg")
    let upright = try ImageFile.read(contentsOfFile: path)
    let stored = try ImageFile.read(contentsOfFile: path, applyingOrientation: false)
    #expect(upright.width == stored.height)
    #expect(upright.height == stored.width)
    #expect(upright.packedBytes == (try stored.upright(from: .right)).packedBytes)
  }

  @Test("annotating changes the hand and its label, and leaves the rest of the picture as it is")
  func annotated() throws {
    let image = try ImageFile.read(contentsOfFile: SharedFolder.media("thumb_up_teal.png"))
    let hands = try HandGolden.named("thumb_up_teal.gesture_n2.json").frames[0].hands
    let hand = try #require(hands.first)
    #expect(hand.label == "Thumb_Up 0.81 · Left")
    let before = try image.rgbBytes()
    let after = try LandmarkAnnotator().annotate(image, with: hands).rgbBytes()
    for landmark in hand.landmarks {
      let (x, y) = (Int(landmark.x * Float(image.width)), Int(landmark.y * Float(image.height)))
      let pixel = (y * image.width + x) * 3
      #expect(before[pixel..<(pixel + 3)] != after[pixel..<(pixel + 3)])
    }
    let changed = before.indices.count { before[$0] != after[$0] }
    #expect((1...(before.count / 10)).contains(changed))
  }
}
