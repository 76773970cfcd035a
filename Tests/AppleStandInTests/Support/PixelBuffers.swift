import CoreMedia
import CoreVideo
import TestSupport
import Testing
import VisionImaging

/// Pixel buffers of pictures.
enum PixelBuffers {
  static func empty(_ width: Int, _ height: Int, _ format: OSType) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    try #require(CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &buffer) == kCVReturnSuccess)
    return try #require(buffer)
  }

  static func bgra(_ image: ImageBuffer) throws -> CVPixelBuffer {
    let buffer = try empty(image.width, image.height, kCVPixelFormatType_32BGRA)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    copy(PlainPixels.bgra(image), rows: image.height, to: base, CVPixelBufferGetBytesPerRow(buffer))
    return buffer
  }

  static func biPlanar(_ image: ImageBuffer, isFullRange: Bool, red: Double, blue: Double) throws -> CVPixelBuffer {
    let format =
      isFullRange
      ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    let buffer = try empty(image.width, image.height, format)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let planes = PlainPixels.biPlanar(image, isFullRange: isFullRange, red: red, blue: blue)
    for (index, bytes) in [planes.luma, planes.chroma].enumerated() {
      let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, index))
      let rows = CVPixelBufferGetHeightOfPlane(buffer, index)
      copy(bytes, rows: rows, to: base, CVPixelBufferGetBytesPerRowOfPlane(buffer, index))
    }
    return buffer
  }

  /// Copies rows that lie side by side to the starts of rows that have padding.
  private static func copy(_ bytes: [UInt8], rows: Int, to base: UnsafeMutableRawPointer, _ bytesPerRow: Int) {
    let count = bytes.count / rows
    for y in 0..<rows {
      let row = UnsafeMutableRawBufferPointer(start: base + y * bytesPerRow, count: count)
      row.copyBytes(from: bytes[y * count..<(y + 1) * count])
    }
  }

  static func sample(_ buffer: CVPixelBuffer, at time: CMTime = .zero) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
      sampleTiming: CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }
}
