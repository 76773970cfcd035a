import Foundation
import TestSupport
import Testing
import UIKit

/// What apps do with a bitmap context: pixel buffers of images, upright images, thumbnails, means.
@Suite struct BitmapContextTests {
  private let device = CGColorSpaceCreateDeviceRGB()
  private let rgba = CGImageAlphaInfo.premultipliedLast.rawValue

  private func context(_ width: Int, _ height: Int, _ info: UInt32? = nil) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: device,
        bitmapInfo: info ?? rgba))
  }

  private func bytes(_ context: CGContext) throws -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: try #require(context.data), count: context.height * context.bytesPerRow))
  }

  private func image(_ bytes: some Sequence<UInt8>, width: Int, height: Int, _ format: PixelFormat) throws -> CGImage {
    CGImage(imageBuffer: try ImageBuffer(copying: Array(bytes), width: width, height: height, format: format))
  }

  private func numbered(_ width: Int = 4, _ height: Int = 2) throws -> CGImage {
    try image((0..<width * height * 3).map { UInt8($0 * 7 % 256) }, width: width, height: height, .rgb)
  }

  @Test("An image drawn into a pixel buffer has its bytes there, and its row padding stays")
  func pixelBuffer() throws {
    let image = try numbered(5, 3)
    let buffer = try #require(makePixelBuffer(width: 5, height: 3))
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let address = try #require(CVPixelBufferGetBaseAddress(buffer))
    let row = CVPixelBufferGetBytesPerRow(buffer)
    memset(address, 9, row * 3)
    let context = try #require(
      CGContext(
        data: address, width: 5, height: 3, bitsPerComponent: 8, bytesPerRow: row, space: device,
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
    context.draw(image, in: CGRect(x: 0, y: 0, width: 5, height: 3))
    let drawn = Array(UnsafeRawBufferPointer(start: address, count: row * 3))
    let source = Array(image.imageBuffer.packedBytes)
    for y in 0..<3 {
      for x in 0..<5 {
        let from = source[(y * 5 + x) * 3..<(y * 5 + x) * 3 + 3]
        #expect(Array(drawn[y * row + 4 * x..<y * row + 4 * x + 4]) == from.reversed() + [255])
      }
      #expect(drawn[y * row + 20..<(y + 1) * row].allSatisfy { $0 == 9 })
    }
  }

  private func makePixelBuffer(width: Int, height: Int) -> CVPixelBuffer? {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA, nil, &buffer)
    return buffer
  }

  @Test(
    "Channels are where the layout says",
    arguments: [
      (CGImageAlphaInfo.premultipliedLast, CGBitmapInfo.byteOrderDefault, [1, 2, 3, 255]),
      (.noneSkipLast, .byteOrder32Big, [1, 2, 3, 255]), (.premultipliedFirst, .byteOrder32Big, [255, 1, 2, 3]),
      (.noneSkipFirst, .byteOrder32Little, [3, 2, 1, 255]), (.premultipliedLast, .byteOrder32Little, [255, 3, 2, 1]),
      (.none, .byteOrderDefault, [1, 2, 3, 255]),
    ] as [(CGImageAlphaInfo, CGBitmapInfo, [UInt8])])
  func layouts(alpha: CGImageAlphaInfo, order: CGBitmapInfo, expected: [UInt8]) throws {
    let context = try context(1, 1, alpha.rawValue | order.rawValue)
    context.draw(try image([1, 2, 3], width: 1, height: 1, .rgb), in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try bytes(context) == expected)
    #expect(context.alphaInfo == alpha && context.bitsPerPixel == 32 && context.bytesPerRow == 4)
    #expect(try Array(#require(context.makeImage()).imageBuffer.packedBytes.prefix(3)) == [1, 2, 3])
  }

  @Test("Layouts that no context has are refused")
  func refused() {
    func make(_ width: Int, _ height: Int, bits: Int = 8, row: Int = 0, _ space: CGColorSpace, _ info: UInt32)
      -> CGContext?
    {
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: bits, bytesPerRow: row, space: space,
        bitmapInfo: info)
    }
    #expect(make(2, 2, device, rgba) != nil)
    #expect(make(0, 2, device, rgba) == nil && make(2, -1, device, rgba) == nil)
    #expect(make(65_535, 65_535, device, rgba) == nil)
    #expect(make(2, 2, bits: 16, device, rgba) == nil)
    #expect(make(2, 2, row: 7, device, rgba) == nil && make(2, 2, row: .max, device, rgba) == nil)
    #expect(make(2, 2, row: 1 << 40, device, rgba) == nil)
    #expect(make(2, 2, device, CGImageAlphaInfo.alphaOnly.rawValue) == nil)
    #expect(make(2, 2, device, rgba | CGBitmapInfo.floatComponents.rawValue) == nil)
    #expect(make(2, 2, device, rgba | CGBitmapInfo.byteOrder16Little.rawValue) == nil)
    #expect(make(2, 2, device, 31) == nil)
    #expect(make(2, 2, CGColorSpaceCreateDeviceGray(), rgba) == nil)
    #expect(CGColorSpace(name: CGColorSpace.sRGB) == device && CGColorSpace(name: "kCGColorSpaceDisplayP3") == nil)
  }

  /// Makes an image upright by a transform, as apps have it.
  private func upright(_ image: UIImage) -> CGImage? {
    guard let pixels = image.cgImage, let space = pixels.colorSpace else { return nil }
    let (size, orientation) = (image.size, image.imageOrientation)
    if orientation == .up { return pixels.copy() }
    var transform = CGAffineTransform.identity
    switch orientation {
    case .down, .downMirrored: transform = transform.translatedBy(x: size.width, y: size.height).rotated(by: .pi)
    case .left, .leftMirrored: transform = transform.translatedBy(x: size.width, y: 0).rotated(by: .pi / 2)
    case .right, .rightMirrored: transform = transform.translatedBy(x: 0, y: size.height).rotated(by: -.pi / 2)
    default: break
    }
    switch orientation {
    case .upMirrored, .downMirrored: transform = transform.translatedBy(x: size.width, y: 0).scaledBy(x: -1, y: 1)
    case .leftMirrored, .rightMirrored: transform = transform.translatedBy(x: size.height, y: 0).scaledBy(x: -1, y: 1)
    default: break
    }
    let context = CGContext(
      data: nil, width: Int(size.width), height: Int(size.height), bitsPerComponent: pixels.bitsPerComponent,
      bytesPerRow: 0, space: space, bitmapInfo: pixels.bitmapInfo.rawValue)
    context?.concatenate(transform)
    context?.draw(pixels, in: CGRect(x: 0, y: 0, width: pixels.width, height: pixels.height))
    return context?.makeImage()
  }

  @Test("An image that a transform makes upright is so to the byte", arguments: ImageOrientation.allCases)
  func orientation(orientation: ImageOrientation) throws {
    let image = try numbered()
    let fixed = try #require(upright(UIImage(cgImage: image, scale: 1, orientation: orientation)))
    let expected = try image.imageBuffer.upright(from: orientation)
    #expect(fixed.width == expected.width && Array(fixed.imageBuffer.packedBytes) == Array(expected.packedBytes))
  }

  @Test("The origin is at the bottom left, and what lies outside is cut off")
  func origin() throws {
    let context = try context(2, 2)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
    #expect(try bytes(context) == [255, 0, 0, 255] + Array(repeating: 0, count: 12))
    context.translateBy(x: 0, y: 2)
    context.scaleBy(x: 1, y: -1)
    context.setFillColor(gray: 1, alpha: 1)
    context.fill([CGRect(x: 1, y: 1, width: 7, height: 7)])
    #expect(try Array(bytes(context).suffix(4)) == [255, 255, 255, 255])
    context.clear(CGRect(x: -5, y: -5, width: 50, height: 50))
    #expect(try bytes(context).allSatisfy { $0 == 0 })
    // Numbers that are none are 0.
    context.setFillColor(red: 1, green: .nan, blue: 0, alpha: .nan)
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(try bytes(context).allSatisfy { $0 == 0 })
  }

  @Test("A smaller image has the means of its pixels, or the nearest ones, in gray as well")
  func shrunk() throws {
    let photo = try image([0, 10, 20, 30, 40, 50, 60, 70], width: 4, height: 2, .gray)
    let small = try context(2, 1)
    small.draw(photo, in: CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(try bytes(small) == [25, 25, 25, 255, 45, 45, 45, 255])
    small.interpolationQuality = .none
    small.draw(photo, in: CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(try bytes(small) == [50, 50, 50, 255, 70, 70, 70, 255])
    let gray = try #require(
      CGContext(
        data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGImageAlphaInfo.none.rawValue))
    gray.draw(try image([200, 100, 50], width: 1, height: 1, .rgb), in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try bytes(gray) == [124] && gray.bitsPerPixel == 8)
    #expect(gray.makeImage()?.imageBuffer.format == .gray)
  }

  @Test("A larger image is a bilinear mixture")
  func enlarged() throws {
    let context = try context(4, 1)
    context.draw(try image([0, 100], width: 2, height: 1, .gray), in: CGRect(x: 0, y: 0, width: 4, height: 1))
    let values = try bytes(context).enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
    #expect(values == [0, 25, 75, 100])
  }

  @Test("Alpha is blended, and colours of the image are not multiplied by it")
  func blended() throws {
    let context = try context(1, 1)
    let box = CGRect(x: 0, y: 0, width: 1, height: 1)
    context.draw(try image([200, 100, 0, 128], width: 1, height: 1, .rgba), in: box)
    #expect(try bytes(context) == [100, 50, 0, 128])
    #expect(try Array(#require(context.makeImage()).imageBuffer.packedBytes) == [199, 100, 0, 128])
    let white = try self.context(1, 1, CGImageAlphaInfo.noneSkipLast.rawValue)
    white.setFillColor(UIColor.white.cgColor)
    white.fill(box)
    white.draw(try image([200, 100, 0, 128], width: 1, height: 1, .rgba), in: box)
    #expect(try bytes(white) == [227, 177, 127, 255])
  }

  @Test("The state comes back, and once only")
  func state() throws {
    let context = try context(1, 1)
    context.saveGState()
    context.rotate(by: 1)
    context.interpolationQuality = .none
    context.restoreGState()
    #expect(context.ctm.isIdentity && context.interpolationQuality == .default)
    context.translateBy(x: 1, y: 2)
    context.restoreGState()
    #expect(context.ctm == CGAffineTransform(translationX: 1, y: 2))
  }

  @Test(
    "Rectangles that are no numbers draw nothing",
    arguments: [
      CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1),
      CGRect(x: 0, y: 0, width: 0, height: 1), .null, .infinite,
      CGRect(x: -CGFloat.greatestFiniteMagnitude, y: 0, width: CGFloat.greatestFiniteMagnitude, height: 1),
    ])
  func unusable(rect: CGRect) throws {
    let context = try context(2, 2)
    context.fill(rect)
    context.draw(try numbered(), in: rect)
    #expect(try bytes(context).allSatisfy { $0 == 0 })
  }

  /// An image of bytes, as plugins make of frames that another language gives them.
  private func image(
    _ bytes: [UInt8], _ width: Int, _ height: Int, bits: Int = 32, row: Int, _ info: CGBitmapInfo, isGray: Bool = false
  ) -> CGImage? {
    CGDataProvider(data: Data(bytes) as CFData).flatMap {
      CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bits, bytesPerRow: row,
        space: isGray ? CGColorSpaceCreateDeviceGray() : device, bitmapInfo: info, provider: $0, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent)
    }
  }

  @Test("Bytes in each layout are an image with the same colours")
  func providers() throws {
    func info(_ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo = []) -> CGBitmapInfo {
      CGBitmapInfo(rawValue: alpha.rawValue).union(order)
    }
    func pixel(_ bytes: [UInt8], _ info: CGBitmapInfo) throws -> [UInt8] {
      Array(try #require(image(bytes, 1, 1, row: 4, info)).imageBuffer.packedBytes)
    }
    #expect(try pixel([40, 80, 20, 128], info(.last)) == [40, 80, 20, 128])
    #expect(try pixel([40, 80, 20, 128], info(.premultipliedLast)) == [80, 159, 40, 128])
    #expect(try pixel([40, 80, 20, 128], info(.noneSkipLast)) == [40, 80, 20])
    #expect(try pixel([9, 40, 80, 20], info(.noneSkipFirst)) == [40, 80, 20])
    #expect(try pixel([20, 80, 40, 255], info(.premultipliedFirst, .byteOrder32Little)) == [40, 80, 20, 255])
    #expect(try pixel([20, 80, 40, 7], info(.first, .byteOrder32Little)) == [40, 80, 20, 7])
    let rgb = try #require(image([1, 2, 3, 9, 4, 5, 6], 1, 2, bits: 24, row: 4, info(.none)))
    #expect(Array(rgb.imageBuffer.packedBytes) == [1, 2, 3, 4, 5, 6])
    let gray = try #require(image([5, 6, 0, 7, 8], 2, 2, bits: 8, row: 3, info(.none), isGray: true))
    #expect(Array(gray.imageBuffer.packedBytes) == [5, 6, 7, 8])
    let bytes = try #require(rgb.dataProvider?.data)
    #expect(CFDataGetLength(bytes) == rgb.bytesPerRow * 2 && CFDataGetBytePtr(bytes)[rgb.bytesPerRow] == 4)
  }

  @Test("Too few bytes, and layouts that there are not, give no image")
  func hostileProviders() throws {
    let last = CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue)
    #expect(image([1, 2, 3, 4, 5, 6, 7], 1, 2, row: 4, last) == nil)
    for (width, height, row) in [
      (0, 1, 4), (1, -1, 4), (2, 1, 4), (1, 1, 0), (65_535, 65_535, .max), (1, 2, .max), (1, 1, -4),
    ] {
      #expect(image([1, 2, 3, 4], width, height, row: row, last) == nil)
      #expect(image([1, 2, 3, 4], width, height, bits: 24, row: row, CGBitmapInfo(rawValue: 0)) == nil)
    }
    #expect(image([1, 2, 3, 4], 1, 1, bits: 16, row: 4, last) == nil && image([], 1, 1, row: 4, last) == nil)
    #expect(image([1, 2, 3, 4], 1, 1, row: 4, [last, .floatComponents]) == nil)
    let count = 3
    let made = [UInt8](repeating: 9, count: count).withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { CGDataProvider(dataInfo: nil, data: $0, size: count) { _, _, _ in } }
    }
    #expect(made?.data?.length == count)
    let changing = NSMutableData(data: Data([1, 2]))
    let provider = try #require(CGDataProvider(data: changing))
    changing.append(Data([3]))
    #expect(provider.data == Data([1, 2]) as CFData)
  }
}
