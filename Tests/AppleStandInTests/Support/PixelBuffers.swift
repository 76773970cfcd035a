import CoreMedia
import CoreVideo
import TestSupport
import Testing
import VisionImaging

/// Pixel buffers of pictures, made by plain arithmetic with real numbers.
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
    let row = CVPixelBufferGetBytesPerRow(buffer)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (r, g, b) = pixel(image, x, y)
        let bytes: [UInt8] = [b, g, r, 255]
        for i in 0..<4 { base.storeBytes(of: bytes[i], toByteOffset: y * row + 4 * x + i, as: UInt8.self) }
      }
    }
    return buffer
  }

  /// Two planes by the definition of the matrix; chroma is the mean of two by two pixels.
  static func biPlanar(_ image: ImageBuffer, isFullRange: Bool, red: Double, blue: Double) throws -> CVPixelBuffer {
    let format =
      isFullRange
      ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    let buffer = try empty(image.width, image.height, format)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
    let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    let lumaRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
    let chromaRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
    func store(_ value: Double, _ plane: UnsafeMutableRawPointer, _ offset: Int) {
      plane.storeBytes(of: UInt8(min(max(value.rounded(), 0), 255)), toByteOffset: offset, as: UInt8.self)
    }
    func yuv(_ x: Int, _ y: Int) -> (Double, Double, Double) {
      let (r, g, b) = pixel(image, min(x, image.width - 1), min(y, image.height - 1))
      let gray = red * Double(r) + (1 - red - blue) * Double(g) + blue * Double(b)
      return (gray, (Double(b) - gray) / (2 * (1 - blue)), (Double(r) - gray) / (2 * (1 - red)))
    }
    for y in 0..<image.height {
      for x in 0..<image.width {
        let gray = yuv(x, y).0
        store(isFullRange ? gray : 16 + gray * 219 / 255, luma, y * lumaRow + x)
      }
    }
    let scale = isFullRange ? 1 : 224.0 / 255
    for y in 0..<CVPixelBufferGetHeightOfPlane(buffer, 1) {
      for x in 0..<CVPixelBufferGetWidthOfPlane(buffer, 1) {
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map { yuv(2 * x + $0.0, 2 * y + $0.1) }
        store(128 + scale * four.reduce(0) { $0 + $1.1 } / 4, chroma, y * chromaRow + 2 * x)
        store(128 + scale * four.reduce(0) { $0 + $1.2 } / 4, chroma, y * chromaRow + 2 * x + 1)
      }
    }
    return buffer
  }

  /// The picture in RGB with every byte one more, one less or as it was, the same for the same seed.
  static func noisy(_ image: ImageBuffer, seed: UInt64) throws -> ImageBuffer {
    var random = SeededGenerator(seed: seed)
    func next() -> Int { Int(random.next() % 3) - 1 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * image.width * image.height)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (r, g, b) = pixel(image, x, y)
        for byte in [r, g, b] { bytes.append(UInt8(clamping: Int(byte) + next())) }
      }
    }
    return try ImageBuffer(copying: bytes, width: image.width, height: image.height, format: .rgb)
  }

  static func sample(_ buffer: CVPixelBuffer, at time: CMTime = .zero) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
      sampleTiming: CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }

  static func pixel(_ image: ImageBuffer, _ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
    image.withUnsafeBytes { bytes in
      let at = y * image.bytesPerRow + x * image.format.bytesPerPixel
      return switch image.format {
      case .gray: (bytes[at], bytes[at], bytes[at])
      case .bgra: (bytes[at + 2], bytes[at + 1], bytes[at])
      case .rgb, .rgba: (bytes[at], bytes[at + 1], bytes[at + 2])
      }
    }
  }
}
