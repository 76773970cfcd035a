import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import UIKit
import VisionMedia

@Suite struct UIImageTests {
  private func image(_ orientation: UIImage.Orientation, scale: CGFloat = 1) throws -> UIImage {
    let pixels = try ImageBuffer(copying: Array(0..<24), width: 4, height: 2, format: .rgb)
    return UIImage(cgImage: CGImage(imageBuffer: pixels), scale: scale, orientation: orientation)
  }

  @Test("The size is that of the upright picture in points", arguments: ImageOrientation.allCases)
  func size(orientation: ImageOrientation) throws {
    let picture = try image(orientation, scale: 2)
    let lies = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
    #expect(picture.size == (lies ? CGSize(width: 1, height: 2) : CGSize(width: 2, height: 1)))
    #expect(picture.imageOrientation == orientation)
    #expect(picture.cgImage?.width == 4)
    let png = try #require(picture.pngData())
    let written = try ImageFile.decode(png)
    #expect((written.width, written.height) == (lies ? (2, 4) : (4, 2)))
    #expect(UIImage(data: png)?.imageOrientation == .up)
  }

  @Test("A JPEG file has the stored pixels and says how to turn them", arguments: ImageOrientation.allCases)
  func jpeg(orientation: ImageOrientation) throws {
    let data = try #require(try image(orientation).jpegData(compressionQuality: 0.9))
    let read = try #require(UIImage(data: data))
    #expect(read.imageOrientation == orientation)
    #expect(read.cgImage?.width == 4 && read.cgImage?.height == 2)
    let upright = try ImageFile.decode(data)
    #expect(upright.width == (orientation.clockwiseDegrees % 180 == 0 ? 4 : 2))
  }

  @Test("Bytes that are no picture and files that are not there give nil")
  func absent() {
    #expect(UIImage(data: Data()) == nil)
    #expect(UIImage(data: Data("no picture".utf8)) == nil)
    #expect(UIImage(contentsOfFile: "/nowhere/picture.png") == nil)
    #expect(UIImage(named: "nothing of this name") == nil)
  }

  @Test("A bundle's pictures are found with and without their ending, and in their variants")
  func named() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let png = try #require(image(.up).pngData())
    try png.write(to: folder.appendingPathComponent("plain.png"))
    try png.write(to: folder.appendingPathComponent("fine@2x.png"))
    let bundle = try #require(Bundle(path: folder.path))
    #expect(UIImage(named: "plain", in: bundle, with: nil)?.size == CGSize(width: 4, height: 2))
    #expect(UIImage(named: "plain.png", in: bundle, compatibleWith: nil)?.scale == 1)
    #expect(UIImage(named: "fine", in: bundle, with: nil)?.size == CGSize(width: 2, height: 1))
    #expect(UIImage(named: "other", in: bundle, with: nil) == nil)
  }

  @Test("A phone's picture keeps its stored pixels and says how to turn them", .needs(.shared))
  func exif() throws {
    let path = try SharedFolder.media("exif_orientation6.jpg")
    let picture = try #require(UIImage(contentsOfFile: path))
    let stored = try ImageFile.read(contentsOfFile: path, applyingOrientation: false)
    #expect(picture.imageOrientation == .right)
    #expect(picture.cgImage?.width == stored.width && picture.cgImage?.height == stored.height)
    #expect(picture.size == CGSize(width: stored.height, height: stored.width))
    let input = try MPImage(uiImage: picture)
    #expect(input.orientation == .right && input.imageSourceType == .image)
    #expect(input.width == CGFloat(stored.height) && input.height == CGFloat(stored.width))
    #expect(input.image === picture && input.pixelBuffer == nil && input.sampleBuffer == nil)
    #expect(try MPImage(uiImage: picture, orientation: .down).orientation == .down)
  }

  @Test("A part of a picture shares its pixels and is cut to it")
  func cropping() throws {
    let whole = try #require(try image(.up).cgImage)
    let part = try #require(whole.cropping(to: CGRect(x: 1.5, y: 1, width: 10, height: 10)))
    #expect((part.width, part.height) == (3, 1))
    #expect(PlainPixels.pixel(part.imageBuffer, 0, 0) == (15, 16, 17))
    #expect(whole.cropping(to: CGRect(x: 4, y: 0, width: 1, height: 1)) == nil)
    #expect(whole.cropping(to: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)) == nil)
    #expect(whole.bitsPerPixel == 24 && whole.alphaInfo == .none)
  }

  @Test("An empty image has no pixels and the size zero, and is refused by the tasks' image")
  func empty() {
    let image = UIImage()
    #expect(image.size == .zero && image.scale == 1 && image.imageOrientation == .up)
    #expect(image.cgImage == nil && image.pngData() == nil && image.jpegData(compressionQuality: 1) == nil)
    let error = #expect(throws: TasksError.self) { try MPImage(uiImage: image) }
    #expect(error?.code == .invalidArgumentError)
  }

  @Test("Pixels go into a CGImage and back without a copy", arguments: PixelFormat.allCases)
  func coreGraphics(format: PixelFormat) throws {
    let pixels = try ImageBuffer(
      copying: [UInt8](0..<40), width: 4, height: 2, bytesPerRow: 20, format: format)
    let image = try pixels.makeCGImage()
    #expect(image.width == 4 && image.height == 2 && image.bytesPerRow == 20)
    let back = try ImageBuffer(cgImage: image)
    #expect(back.format == format && back.bytesPerRow == 20)
    #expect(back.withUnsafeBytes { $0.baseAddress } == pixels.withUnsafeBytes { $0.baseAddress })
  }
}
