import CoreVideo
import Foundation
import MediaPipeTasksVision
import Testing

/// Conversion of 4:2:0 buffers against the matrices' definitions in real numbers.
@Suite struct YUVTests {
  @Test("Every luminance and chroma comes out as the matrix and range say", arguments: [true, false], [true, false])
  func againstDefinition(isFullRange: Bool, is709: Bool) throws {
    let format =
      isFullRange ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    // An odd size, with all values of luminance against a grid of chroma.
    let (width, height) = (511, 33)
    let buffer = try PixelBuffers.empty(width, height, format)
    CVPixelBufferLockBaseAddress(buffer, [])
    let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
    let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    let lumaRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
    let chromaRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
    func lumaValue(_ x: Int, _ y: Int) -> Int { (x * 7 + y * 61) % 256 }
    func cb(_ x: Int, _ y: Int) -> Int { (x / 2 * 255 / 254 + y / 2 * 3) % 256 }
    func cr(_ x: Int, _ y: Int) -> Int { (x / 2 * 11 + y / 2 * 15) % 256 }
    for y in 0..<height {
      for x in 0..<width {
        luma.storeBytes(of: UInt8(lumaValue(x, y)), toByteOffset: y * lumaRow + x, as: UInt8.self)
        let at = y / 2 * chromaRow + x / 2 * 2
        chroma.storeBytes(of: UInt8(cb(x, y)), toByteOffset: at, as: UInt8.self)
        chroma.storeBytes(of: UInt8(cr(x, y)), toByteOffset: at + 1, as: UInt8.self)
      }
    }
    CVPixelBufferUnlockBaseAddress(buffer, [])
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey,
      is709 ? kCVImageBufferYCbCrMatrix_ITU_R_709_2 : kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
    let image = try MPImage(pixelBuffer: buffer).imageBuffer

    let (red, blue) = is709 ? (0.2126, 0.0722) : (0.299, 0.114)
    let (offset, scale, chromaScale) = isFullRange ? (0.0, 1.0, 1.0) : (16, 255.0 / 219, 255.0 / 224)
    var largest = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let gray = (Double(lumaValue(x, y)) - offset) * scale
        let (u, v) = ((Double(cb(x, y)) - 128) * chromaScale, (Double(cr(x, y)) - 128) * chromaScale)
        let r = gray + 2 * (1 - red) * v
        let b = gray + 2 * (1 - blue) * u
        let g = (gray - red * r - blue * b) / (1 - red - blue)
        let ours = PixelBuffers.pixel(image, x, y)
        for (value, byte) in [(r, ours.0), (g, ours.1), (b, ours.2)] {
          largest = max(largest, abs(min(max(value, 0), 255) - Double(byte)))
        }
      }
    }
    print("4:2:0 to RGB, full range \(isFullRange), BT.709 \(is709): at most \(largest) from the definition")
    #expect(largest < 0.51)
  }

  @Test("Without a matrix BT.601 is taken; one that is not known is refused")
  func matrices() throws {
    let gray = try ImageBuffer(copying: [200, 30, 90], width: 1, height: 1, format: .rgb)
    let buffer = try PixelBuffers.biPlanar(gray, isFullRange: true, red: 0.299, blue: 0.114)
    let plain = try MPImage(pixelBuffer: buffer).imageBuffer
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
    let stated = try MPImage(pixelBuffer: buffer).imageBuffer
    #expect(PixelBuffers.pixel(plain, 0, 0) == PixelBuffers.pixel(stated, 0, 0))
    CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, NSString("ITU_R_2020"), .shouldPropagate)
    #expect { try MPImage(pixelBuffer: buffer) } throws: { ($0 as NSError).code == 3 }
  }
}
