import CoreVideo
import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing

/// Conversion of 4:2:0 buffers against the matrices' definitions in real numbers.
@Suite struct YUVTests {
  /// One of the four kinds of picture.
  struct Kind: Sendable, CustomStringConvertible {
    let isFullRange: Bool
    let is709: Bool

    static let all = [true, false].flatMap { range in [true, false].map { Kind(isFullRange: range, is709: $0) } }

    var description: String { "\(isFullRange ? "420f" : "420v"), BT.\(is709 ? "709" : "601")" }

    /// What luminance may be.
    var lumaRange: ClosedRange<Int> { isFullRange ? 0...255 : 16...235 }
    /// Chroma all over what it may be.
    var chromaSteps: [Int] {
      Array(isFullRange ? stride(from: 0, through: 255, by: 15) : stride(from: 16, through: 240, by: 14))
    }

    var format: OSType {
      isFullRange ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    }

    /// Red, green and blue by the definition, cut to 0...255.
    func color(_ luma: Double, _ cb: Double, _ cr: Double) -> [Double] {
      let (red, blue) = is709 ? (0.2126, 0.0722) : (0.299, 0.114)
      let (offset, scale, chromaScale) = isFullRange ? (0.0, 1.0, 1.0) : (16, 255.0 / 219, 255.0 / 224)
      let gray = (luma - offset) * scale
      let r = gray + 2 * (1 - red) * (cr - 128) * chromaScale
      let b = gray + 2 * (1 - blue) * (cb - 128) * chromaScale
      let g = (gray - red * r - blue * b) / (1 - red - blue)
      return [r, g, b].map { min(max($0, 0), 255) }
    }
  }

  @Test("Every luminance with every chroma comes out as the matrix and range say", arguments: Kind.all)
  func matrix(kind: Kind) throws {
    var largest = 0.0
    for cb in kind.chromaSteps {
      for cr in kind.chromaSteps {
        let image = try picture(kind, width: 256, height: 2, luma: { x, _ in x }, chroma: { _, _ in (cb, cr) })
        for x in kind.lumaRange {
          let expected = kind.color(Double(x), Double(cb), Double(cr))
          largest = max(largest, difference(PlainPixels.pixel(image, x, 1), expected))
        }
      }
    }
    print("\(kind) to RGB: at most \(largest) from the definition")
    // Rounded to whole numbers, from chroma of 15 and a matrix of 13 bits.
    #expect(largest < 1.1)
  }

  @Test("Chroma lies in the middle of its four pixels and is smooth between, in odd sizes too", arguments: Kind.all)
  func siting(kind: Kind) throws {
    // Ramps that any interpolation keeps: chroma of x (and y) = 2 i + 0.5 is 40 + 8 i.
    let (width, height) = (41, 35)
    let image = try picture(
      kind, width: width, height: height, luma: { _, _ in 120 }, chroma: { x, y in (40 + 8 * x, 40 + 8 * y) })
    var largest = 0.0
    for y in 4..<height - 4 {
      for x in 4..<width - 4 {
        let expected = kind.color(120, 40 + 4 * (Double(x) - 0.5), 40 + 4 * (Double(y) - 0.5))
        largest = max(largest, difference(PlainPixels.pixel(image, x, y), expected))
      }
    }
    print("\(kind), ramps of chroma: at most \(largest) from straight lines")
    #expect(largest < 1.6)
  }

  @Test("The smallest pictures are converted", arguments: [(1, 1), (2, 1), (1, 2), (3, 3), (2, 7), (5, 2)])
  func tiny(width: Int, height: Int) throws {
    let kind = Kind(isFullRange: true, is709: false)
    let image = try picture(
      kind, width: width, height: height, luma: { x, y in 50 + 10 * x + y }, chroma: { _, _ in (100, 180) })
    for y in 0..<height {
      for x in 0..<width {
        let expected = kind.color(Double(50 + 10 * x + y), 100, 180)
        #expect(difference(PlainPixels.pixel(image, x, y), expected) < 1.1)
      }
    }
  }

  @Test("Without a matrix BT.601 is taken; one that is not known is refused")
  func matrices() throws {
    let gray = try ImageBuffer(copying: [200, 30, 90], width: 1, height: 1, format: .rgb)
    let buffer = try PixelBuffers.biPlanar(gray, isFullRange: true, red: 0.299, blue: 0.114)
    let plain = try MPImage(pixelBuffer: buffer).imageBuffer
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
    let stated = try MPImage(pixelBuffer: buffer).imageBuffer
    #expect(PlainPixels.pixel(plain, 0, 0) == PlainPixels.pixel(stated, 0, 0))
    CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, NSString("ITU_R_2020"), .shouldPropagate)
    #expect { try MPImage(pixelBuffer: buffer) } throws: { ($0 as NSError).code == 3 }
  }

  /// What the tasks see of a buffer with these values; chroma is asked for by its own places.
  private func picture(
    _ kind: Kind, width: Int, height: Int, luma: (Int, Int) -> Int, chroma: (Int, Int) -> (Int, Int)
  ) throws -> ImageBuffer {
    let buffer = try PixelBuffers.empty(width, height, kind.format)
    CVPixelBufferLockBaseAddress(buffer, [])
    let lumaPlane = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
    let chromaPlane = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    for y in 0..<height {
      let row = lumaPlane + y * CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
      for x in 0..<width { row.storeBytes(of: UInt8(clamping: luma(x, y)), toByteOffset: x, as: UInt8.self) }
    }
    for y in 0..<CVPixelBufferGetHeightOfPlane(buffer, 1) {
      let row = chromaPlane + y * CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
      for x in 0..<CVPixelBufferGetWidthOfPlane(buffer, 1) {
        let (cb, cr) = chroma(x, y)
        row.storeBytes(of: UInt8(clamping: cb), toByteOffset: 2 * x, as: UInt8.self)
        row.storeBytes(of: UInt8(clamping: cr), toByteOffset: 2 * x + 1, as: UInt8.self)
      }
    }
    CVPixelBufferUnlockBaseAddress(buffer, [])
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey,
      kind.is709 ? kCVImageBufferYCbCrMatrix_ITU_R_709_2 : kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
    return try MPImage(pixelBuffer: buffer).imageBuffer
  }

  private func difference(_ pixel: (UInt8, UInt8, UInt8), _ expected: [Double]) -> Double {
    zip([pixel.0, pixel.1, pixel.2], expected).map { abs(Double($0) - $1) }.max() ?? .infinity
  }
}
