import CoreImage
import MediaPipeTasksVision
import TestSupport
import Testing
import UIKit

/// What apps do with CoreImage: frames made upright, cropped and smaller, as images and as pixel buffers.
@Suite struct CoreImageTests {
  private let context = CIContext(options: [.useSoftwareRenderer: false, .cacheIntermediates: false])

  /// An image whose pixels all differ.
  private func numbered(_ width: Int = 6, _ height: Int = 4) throws -> CGImage {
    let bytes = (0..<width * height * 3).map { UInt8($0 * 7 % 251) }
    return CGImage(imageBuffer: try ImageBuffer(copying: bytes, width: width, height: height, format: .rgb))
  }

  private func bytes(_ image: CGImage?) throws -> [UInt8] { Array(try #require(image).imageBuffer.packedBytes) }

  private func drawn(_ image: CIImage) throws -> CGImage {
    try #require(context.createCGImage(image, from: image.extent))
  }

  @Test("A frame of BGRA or 4:2:0 has the pixels that the tasks see; later writes do not change it")
  func frames() throws {
    let image = try numbered(64, 48).imageBuffer
    let bgra = try PixelBuffers.bgra(image)
    let frame = CIImage(cvPixelBuffer: bgra)
    #expect(frame.extent == CGRect(x: 0, y: 0, width: 64, height: 48) && frame.pixelBuffer === bgra)
    let drawn = try drawn(frame)
    CVPixelBufferLockBaseAddress(bgra, [])
    memset(try #require(CVPixelBufferGetBaseAddress(bgra)), 0, 64 * 4)
    CVPixelBufferUnlockBaseAddress(bgra, [])
    #expect(try bytes(drawn) == Array(image.packedBytes))
    let planar = try PixelBuffers.biPlanar(image, isFullRange: true, red: 0.299, blue: 0.114)
    #expect(
      try bytes(self.drawn(CIImage(cvImageBuffer: planar)))
        == Array(MPImage(pixelBuffer: planar).imageBuffer.packedBytes))
  }

  @Test("Each orientation makes pixels upright as a UIImage's does, by the same number of EXIF", arguments: 1...8)
  func orientations(number: Int) throws {
    let stored = try numbered()
    let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
    let upright = CIImage(cgImage: stored).oriented(orientation)
    let names: [UIImage.Orientation] = [
      .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]
    let expected = CGImage(imageBuffer: try stored.imageBuffer.upright(from: names[number - 1]))
    #expect(upright.extent == CGRect(x: 0, y: 0, width: expected.width, height: expected.height))
    #expect(try bytes(drawn(upright)) == bytes(expected))
    #expect(try bytes(drawn(CIImage(cgImage: stored).oriented(forExifOrientation: Int32(number)))) == bytes(expected))
    // With a border nothing is unchanged: it is drawn, with the same pixels inside.
    let wide = try #require(context.createCGImage(upright, from: upright.extent.insetBy(dx: -1, dy: -1)))
    let inside = wide.cropping(to: CGRect(x: 1, y: 1, width: expected.width, height: expected.height))
    #expect(try #require(inside).imageBuffer.converted(to: .rgb).packedBytes.elementsEqual(bytes(expected)))
  }

  @Test("A cropped rectangle is counted from the bottom left and keeps its place")
  func cropping() throws {
    let image = try numbered()
    let cropped = CIImage(cgImage: image).cropped(to: CGRect(x: 2, y: 1, width: 3, height: 9))
    #expect(cropped.extent == CGRect(x: 2, y: 1, width: 3, height: 3))
    #expect(try bytes(drawn(cropped)) == bytes(image.cropping(to: CGRect(x: 2, y: 0, width: 3, height: 3))))
    // The same after a turn: what was at the bottom is at the left.
    let turned = CIImage(cgImage: image).oriented(.right).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 6))
    let bottom = CIImage(cgImage: image).cropped(to: CGRect(x: 0, y: 0, width: 6, height: 2)).oriented(.right)
    #expect(try bytes(drawn(turned)) == bytes(drawn(bottom)))
    #expect(turned.extent == bottom.extent)
    #expect(CIImage(cgImage: image).cropped(to: CGRect(x: 9, y: 9, width: 1, height: 1)).extent.isNull)
  }

  @Test("Half the size is the mean of four pixels, mirrored by a negative factor, and by any turn of a quarter")
  func scaling() throws {
    let image = try numbered()
    let half = CIImage(cgImage: image).transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5))
    #expect(half.extent == CGRect(x: 0, y: 0, width: 3, height: 2))
    let drawnHalf = try drawn(half).imageBuffer.converted(to: .rgb).packedBytes
    let source = try bytes(image)
    for (row, column, channel) in [(0, 0, 0), (0, 2, 1), (1, 1, 2)] {
      let places = [(0, 0), (0, 1), (1, 0), (1, 1)].map { ((2 * row + $0.0) * 6 + 2 * column + $0.1) * 3 + channel }
      let mean = Double(places.reduce(0) { $0 + Int(source[$1]) }) / 4
      #expect(abs(Double(drawnHalf[(row * 3 + column) * 3 + channel]) - mean) <= 0.51)
    }
    let mirrored = CIImage(cgImage: image).transformed(by: CGAffineTransform(scaleX: -1, y: 1))
    #expect(mirrored.extent.minX == -6)
    #expect(try bytes(drawn(mirrored)) == Array(image.imageBuffer.upright(from: .upMirrored).packedBytes))
    let quarter = CIImage(cgImage: image).transformed(by: CGAffineTransform(rotationAngle: -.pi / 2))
    #expect(try bytes(drawn(quarter)) == Array(image.imageBuffer.upright(from: .right).packedBytes))
  }

  @Test("What the image does not cover is transparent; a slanted image is cropped upright")
  func outside() throws {
    let gray = CGImage(
      imageBuffer: try ImageBuffer(copying: [UInt8](repeating: 90, count: 100), width: 10, height: 10, format: .gray))
    let image = CIImage(cgImage: gray)
    let wide = try #require(context.createCGImage(image, from: CGRect(x: -2, y: -1, width: 14, height: 12)))
    #expect(wide.width == 14 && wide.height == 12 && wide.alphaInfo == .last)
    let pixels = try bytes(wide)
    #expect(pixels[3] == 0 && pixels[(5 * 14 + 5) * 4] == 90 && pixels[(5 * 14 + 5) * 4 + 3] == 255)
    #expect(pixels[(5 * 14 + 1) * 4 + 3] == 0 && pixels[(5 * 14 + 2) * 4 + 3] == 255)
    let slanted = image.transformed(by: CGAffineTransform(rotationAngle: .pi / 4))
      .cropped(to: CGRect(x: -2, y: 5, width: 4, height: 4)).transformed(by: CGAffineTransform(translationX: 2, y: -5))
    #expect(slanted.extent == CGRect(x: 0, y: 0, width: 4, height: 4))
    let middle = try bytes(drawn(slanted))
    #expect(
      middle.count == 64 && stride(from: 0, to: 64, by: 4).allSatisfy { middle[$0] == 90 && middle[$0 + 3] == 255 })
  }

  @Test("An image is drawn into a pixel buffer, at its place, and the rest becomes transparent")
  func rendering() throws {
    let image = try numbered(4, 2)
    let buffer = try PixelBuffers.bgra(numbered(6, 4).imageBuffer)
    let placed = CIImage(cgImage: image).transformed(by: CGAffineTransform(translationX: 1, y: 1))
    context.render(placed, to: buffer)
    let seen = try MPImage(pixelBuffer: buffer).imageBuffer
    let (row, pixels) = (seen.bytesPerRow, Array(seen.withUnsafeBytes { Array($0) }))
    let source = try bytes(image)
    for y in 0..<4 {
      for x in 0..<6 {
        let pixel = Array(pixels[y * row + 4 * x..<y * row + 4 * x + 4])
        let place = ((y - 1) * 4 + x - 1) * 3
        let isInside = (1...4).contains(x) && (1...2).contains(y)
        #expect(pixel == (isInside ? source[place..<place + 3].reversed() + [255] : [0, 0, 0, 0]))
      }
    }
    context.render(placed, to: buffer, bounds: CGRect(x: 0, y: 0, width: 1, height: 1), colorSpace: nil)
    #expect(try MPImage(pixelBuffer: buffer).imageBuffer.withUnsafeBytes { Array($0) } == pixels)
    // Also an image of the buffer itself.
    let frame = try numbered()
    let own = try PixelBuffers.bgra(frame.imageBuffer)
    context.render(CIImage(cvPixelBuffer: own).oriented(.down), to: own)
    let turned = try MPImage(pixelBuffer: own).imageBuffer.converted(to: .rgb)
    #expect(try turned.packedBytes.elementsEqual(frame.imageBuffer.upright(from: .down).packedBytes))
  }

  @Test("A UIImage and a JPEG file are made of an image, and tasks take the UIImage")
  func results() throws {
    let frame = CIImage(cvPixelBuffer: try PixelBuffers.bgra(numbered(40, 30).imageBuffer)).oriented(.left)
    let image = UIImage(ciImage: frame)
    #expect(image.size == CGSize(width: 30, height: 40) && image.ciImage == nil)
    #expect(try MPImage(uiImage: image).width == 30)
    let space = CGColorSpaceCreateDeviceRGB()
    let best = CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String)
    let file = try #require(context.jpegRepresentation(of: frame, colorSpace: space, options: [best: 1]))
    #expect(CIImage(data: file)?.extent == frame.extent)
    #expect(try #require(context.jpegRepresentation(of: frame, colorSpace: space)).count < file.count)
    #expect(CIImage(image: UIImage()) == nil && CIImage(image: image)?.cgImage === image.cgImage)
  }

  @Test("A file's orientation counts on request", .needs(.shared))
  func files() throws {
    let url = URL(fileURLWithPath: try SharedFolder.path("media")).appendingPathComponent("exif_orientation6.jpg")
    let stored = try #require(CIImage(contentsOf: url)).extent.size
    let upright = try #require(CIImage(contentsOf: url, options: [.applyOrientationProperty: true])).extent.size
    #expect(stored == CGSize(width: upright.height, height: upright.width) && stored.width != stored.height)
    #expect(CIImage(contentsOf: url.appendingPathExtension("missing")) == nil && CIImage(data: Data([1])) == nil)
  }

  @Test(
    "Rectangles without pixels, without end or too large give no image",
    arguments: [
      CGRect.null, .infinite, .zero, CGRect(x: 0, y: 0, width: 0.0, height: 3),
      CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
      CGRect(x: 0, y: 0, width: 1e9, height: 1), CGRect(x: 0, y: 0, width: 60_000, height: 60_000),
      CGRect(x: 1e300, y: 0, width: 4, height: 4),
    ])
  func hostile(rect: CGRect) throws {
    let image = CIImage(cgImage: try numbered())
    #expect(context.createCGImage(image, from: rect) == nil)
    let slanted = image.transformed(by: CGAffineTransform(rotationAngle: 1))
    #expect(context.createCGImage(slanted, from: rect) == nil)
    _ = slanted.cropped(to: rect).extent
    context.render(image, to: try PixelBuffers.empty(4, 4, kCVPixelFormatType_32BGRA), bounds: rect, colorSpace: nil)
  }

  @Test("Transforms without an inverse or a number give no image")
  func degenerate() throws {
    let image = CIImage(cgImage: try numbered())
    for matrix in [
      CGAffineTransform(scaleX: 0, y: 0), CGAffineTransform(scaleX: 1, y: 0),
      CGAffineTransform(scaleX: CGFloat.nan, y: 1),
      CGAffineTransform(scaleX: CGFloat.infinity, y: 1), CGAffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0),
      CGAffineTransform(scaleX: 1e-310, y: 1e-310), CGAffineTransform(scaleX: 1e308, y: 1e308),
    ] {
      let changed = image.transformed(by: matrix)
      #expect(
        context.createCGImage(changed, from: changed.extent)?.imageBuffer.packedBytes.contains { $0 != 0 } != true)
      _ = changed.cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2)).oriented(.right).extent
    }
    #expect(context.createCGImage(.empty(), from: CGRect(x: 0, y: 0, width: 2, height: 2)) == nil)
  }
}
