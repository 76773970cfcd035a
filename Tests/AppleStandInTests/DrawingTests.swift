import Foundation
import TestSupport
import Testing
import UIKit
import VisionMedia

/// What apps draw to rotate, scale and crop images. Colours are red, green, blue and alpha.
@Suite struct DrawingTests {
  private func image(_ pixels: [[UInt8]], width: Int, _ format: PixelFormat = .rgba) throws -> UIImage {
    let buffer = try ImageBuffer(
      copying: Array(pixels.joined()), width: width, height: pixels.count / width, format: format)
    return UIImage(cgImage: CGImage(imageBuffer: buffer))
  }

  /// 4 x 2 pixels, each with other bytes.
  private func numbered(_ orientation: UIImage.Orientation = .up, scale: CGFloat = 1) throws -> UIImage {
    let buffer = try ImageBuffer(copying: 0..<24, width: 4, height: 2, format: .rgb)
    return UIImage(cgImage: CGImage(imageBuffer: buffer), scale: scale, orientation: orientation)
  }

  private func pixels(_ image: UIImage?) throws -> [[UInt8]] {
    let buffer = try #require(image?.cgImage?.imageBuffer)
    let bytes = Array(buffer.packedBytes)
    let step = buffer.format.bytesPerPixel
    return stride(from: 0, to: bytes.count, by: step).map { Array(bytes[$0..<$0 + step]) }
  }

  /// As apps have it.
  private func fixedOrientation(_ image: UIImage) -> UIImage? {
    UIGraphicsBeginImageContextWithOptions(image.size, false, image.scale)
    defer { UIGraphicsEndImageContext() }
    image.draw(in: CGRect(origin: .zero, size: image.size))
    return UIGraphicsGetImageFromCurrentImageContext()
  }

  @Test(
    "An image drawn in its own size is upright, to the byte", arguments: ImageOrientation.allCases, [1, 2] as [CGFloat])
  func upright(orientation: ImageOrientation, scale: CGFloat) throws {
    let image = try numbered(orientation, scale: scale)
    let fixed = try #require(fixedOrientation(image))
    #expect(fixed.imageOrientation == .up && fixed.scale == scale && fixed.size == image.size)
    let expected = try #require(image.cgImage).imageBuffer.upright(from: orientation)
    #expect(try pixels(fixed) == pixels(UIImage(cgImage: CGImage(imageBuffer: expected))).map { $0 + [255] })
    #expect(fixed.cgImage?.alphaInfo == .last)
  }

  @Test("A smaller image is that of the package's scaling, whatever its orientation", .needs(.shared))
  func resized() throws {
    let photo = try ImageFile.read(contentsOfFile: SharedFolder.media("pointing_up.png"))
    let size = CGSize(width: 101, height: 67)
    let format = UIGraphicsImageRendererFormat.default()
    format.opaque = true
    let expected = try photo.converted(to: .rgb).scaled(toWidth: 101, height: 67)
    for orientation in [UIImage.Orientation.up, .down] {
      let stored = try photo.converted(to: .rgb).upright(from: orientation)
      let image = UIImage(cgImage: CGImage(imageBuffer: stored), scale: 1, orientation: orientation)
      let small = UIGraphicsImageRenderer(size: size, format: format).image { _ in
        image.draw(in: CGRect(origin: .zero, size: size))
      }
      #expect(small.size == size && small.cgImage?.alphaInfo == CGImageAlphaInfo.none)
      #expect(small.cgImage?.imageBuffer.packedBytes == expected.packedBytes)
    }
  }

  @Test("What lies outside is cut off, and what is not drawn stays transparent or black")
  func clipped() throws {
    let image = try numbered()
    let size = CGSize(width: 3, height: 2)
    let inner = UIGraphicsImageRenderer(size: size).image { _ in image.draw(at: CGPoint(x: -2, y: 1)) }
    let clear: [UInt8] = [0, 0, 0, 0]
    #expect(try pixels(inner) == [clear, clear, clear, [6, 7, 8, 255], [9, 10, 11, 255], clear])
    UIGraphicsBeginImageContextWithOptions(size, true, 0)
    image.draw(at: CGPoint(x: 2, y: -1))
    image.draw(at: CGPoint(x: 100, y: 0))
    image.draw(in: CGRect(x: 0, y: 0, width: 0.2, height: 5))
    image.draw(in: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
    let black: [UInt8] = [0, 0, 0]
    #expect(
      try pixels(UIGraphicsGetImageFromCurrentImageContext()) == [black, black, [12, 13, 14], black, black, black])
    UIGraphicsEndImageContext()
  }

  @Test("Bounds move the drawing, and the scale multiplies the pixels")
  func bounds() throws {
    let image = try numbered(scale: 2)
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    let renderer = UIGraphicsImageRenderer(bounds: CGRect(x: 10, y: 20, width: 1, height: 0.5), format: format)
    format.scale = 3
    #expect(renderer.format.scale == 2 && renderer.format.bounds.minX == 10)
    let part = renderer.image { context in
      image.draw(at: CGPoint(x: 9, y: 20))
      #expect(context.format.scale == 2 && context.currentImage.scale == 2)
    }
    #expect(part.size == CGSize(width: 1, height: 0.5))
    #expect(try pixels(part) == [[6, 7, 8, 255], [9, 10, 11, 255]])
    let fractions = UIGraphicsImageRenderer(size: CGSize(width: 2.25, height: 1 + 1e-9)).image { _ in }
    #expect(fractions.size == CGSize(width: 3, height: 1))
  }

  @Test("An image with alpha is blended with what lies below", arguments: [PixelFormat.rgba, .bgra])
  func alpha(format: PixelFormat) throws {
    let red: [UInt8] = format == .rgba ? [255, 0, 0, 128] : [0, 0, 255, 128]
    let image = try image([red, [9, 9, 9, 0], [40, 50, 60, 255]], width: 3, format)
    let size = CGSize(width: 3, height: 1)
    let alone = UIGraphicsImageRenderer(size: size).image { _ in image.draw(at: .zero) }
    let last: [UInt8] = format == .rgba ? [40, 50, 60, 255] : [60, 50, 40, 255]
    #expect(try pixels(alone) == [[255, 0, 0, 128], [0, 0, 0, 0], last])
    let white = UIGraphicsImageRenderer(size: size).image { context in
      UIColor.white.setFill()
      context.fill(CGRect(origin: .zero, size: size))
      image.draw(at: .zero)
    }
    #expect(try pixels(white) == [[255, 127, 127, 255], [255, 255, 255, 255], last])
  }

  @Test("Transparent pixels lend their neighbours no color when an image is scaled")
  func transparency() throws {
    // Columns of opaque red and transparent green in turn.
    let columns = (0..<64 * 64).map { $0 % 2 == 0 ? [200, 0, 0, 255] : [0, 255, 0, 0] as [UInt8] }
    let image = try image(columns, width: 64)
    let small = UIGraphicsImageRenderer(size: CGSize(width: 16, height: 16)).image { _ in
      image.draw(in: CGRect(x: 0, y: 0, width: 16, height: 16))
    }
    let pixel = try pixels(small)[8 * 16 + 8]
    #expect(abs(Int(pixel[0]) - 200) <= 2 && pixel[1] <= 1 && abs(Int(pixel[3]) - 128) <= 1)
  }

  @Test("Rectangles are filled with the current color, blended by a renderer and replaced by the function in C")
  func fills() throws {
    let size = CGSize(width: 3, height: 1)
    let left = CGRect(x: -5, y: -5, width: 6, height: 10)
    let drawn = UIGraphicsImageRenderer(size: size).image { context in
      context.fill(left)
      UIColor(red: 1, green: 2, blue: -1, alpha: 1).set()
      context.fill(CGRect(x: 1, y: 0, width: 50, height: 1))
      UIColor(white: 1, alpha: 0.4).setFill()
      context.fill(left)
      UIRectFill(CGRect(x: 3, y: 0, width: -1, height: 1))
    }
    #expect(try pixels(drawn) == [[102, 102, 102, 255], [255, 255, 0, 255], [255, 255, 255, 102]])
    UIGraphicsBeginImageContextWithOptions(size, true, 1)
    UIColor.systemRed.setFill()
    UIRectFill(.infinite)
    #expect(try pixels(UIGraphicsGetImageFromCurrentImageContext()) == Array(repeating: [255, 59, 48], count: 3))
    UIGraphicsEndImageContext()
  }

  @Test("Contexts are nested, one stack for each thread; without one nothing is drawn")
  func contexts() throws {
    func colors() throws -> [UInt8]? { try UIGraphicsGetImageFromCurrentImageContext().map { try pixels($0)[0] } }
    let image = try numbered()
    image.draw(at: .zero)
    UIColor.red.setFill()
    UIRectFill(.infinite)
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
    UIColor.blue.setFill()
    UIRectFill(.infinite)
    _ = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).image { context in
      context.fill(.infinite)
      #expect((try? colors()) == [0, 0, 0, 255])
      UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
      #expect((try? colors()) == [0, 0, 0, 0])
    }
    #expect(try colors() == [0, 0, 255, 255])
    let other = Thread { #expect(UIGraphicsGetImageFromCurrentImageContext() == nil) }
    other.start()
    while !other.isFinished { Thread.sleep(forTimeInterval: 0.001) }
    UIGraphicsEndImageContext()
    #expect(try colors() == nil)
  }

  @Test(
    "Sizes without an image give an empty one, and drawing on it does nothing",
    arguments: [0, -1, .nan, .infinity, 70_000, 1e300] as [CGFloat])
  func sizes(length: CGFloat) throws {
    let image = try numbered()
    let size = CGSize(width: length, height: 1)
    let empty = UIGraphicsImageRenderer(size: size).image { context in
      image.draw(at: .zero)
      context.fill(.infinite)
      #expect(context.currentImage.cgImage == nil)
    }
    #expect(empty.cgImage == nil && empty.size == .zero)
    #expect(UIGraphicsImageRenderer(size: size).pngData { _ in }.isEmpty)
    UIGraphicsBeginImageContext(size)
    #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsEndImageContext()
    // Drawn so large nothing is drawn, and nothing else happens.
    let kept = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).image { _ in
      image.draw(in: CGRect(x: -5, y: 0, width: 1e300, height: 70_000))
      UIImage().draw(at: .zero)
    }
    #expect(try pixels(kept) == [[0, 0, 0, 0]])
  }

  @Test("Files hold what was drawn")
  func files() throws {
    let renderer = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8))
    func paint(_ context: UIGraphicsImageRendererContext) {
      UIColor.systemGreen.setFill()
      context.fill(.infinite)
    }
    let png = try ImageFile.decode(renderer.pngData(actions: paint))
    #expect(PlainPixels.pixel(png, 3, 3) == (52, 199, 89))
    let jpeg = try ImageFile.decode(renderer.jpegData(withCompressionQuality: 1, actions: paint))
    let (red, green, blue) = PlainPixels.pixel(jpeg, 3, 3)
    #expect(abs(Int(red) - 52) < 4 && abs(Int(green) - 199) < 4 && abs(Int(blue) - 89) < 4)
    #expect(UIGraphicsImageRendererFormat.preferred().scale == 1 && !UIGraphicsImageRendererFormat.preferred().opaque)
  }
}
