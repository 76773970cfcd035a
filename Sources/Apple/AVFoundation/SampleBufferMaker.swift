import VisionMedia

/// Makes sample buffers of one pixel format from a source's images, in reused memory. Not thread-safe.
final class SampleBufferMaker {
  static let formats = [
    kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
  ]
  private let format: OSType
  private var pixels: [UInt8] = []
  private var pool: CVPixelBufferPool?
  private var poolSize: (width: Int, height: Int) = (0, 0)
  private(set) var formatDescription: CMFormatDescription?

  init(_ format: OSType) { self.format = format }

  /// The pixel format in settings by Core Video's keys; 32BGRA without one. `name` is the property with the settings.
  static func format(in settings: [String: Any], _ name: String) throws -> OSType {
    guard let requested = settings[kCVPixelBufferPixelFormatTypeKey as String] else { return kCVPixelFormatType_32BGRA }
    let format =
      (requested as? OSType) ?? (requested as? Int).flatMap { OSType(exactly: $0) }
      ?? (requested as? NSNumber)?.uint32Value
    guard let format, formats.contains(format) else {
      throw TasksError(
        .unimplementedError,
        "The pixel format \(requested) in \(name) is not supported; set kCVPixelFormatType_32BGRA or one of the formats "
          + "kCVPixelFormatType_420YpCbCr8BiPlanar….")
    }
    return format
  }

  func sampleBuffer(of image: ImageBuffer, at time: CMTime, duration: CMTime = .invalid) throws -> CMSampleBuffer {
    let buffer = try pixelBuffer(width: image.width, height: image.height)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    if format == kCVPixelFormatType_32BGRA {
      guard let address = CVPixelBufferGetBaseAddress(buffer) else { throw Self.noMemory(image.width, image.height) }
      image.copyOpaqueBGRA(to: address, bytesPerRow: CVPixelBufferGetBytesPerRow(buffer))
    } else {
      try copyPlanes(of: image, to: buffer)
    }
    let description = try CMVideoFormatDescription(imageBuffer: buffer)
    formatDescription = description
    return try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: description,
      sampleTiming: CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }

  private func pixelBuffer(width: Int, height: Int) throws -> CVPixelBuffer {
    if pool == nil || poolSize != (width, height) {
      let attributes: NSDictionary = [
        kCVPixelBufferPixelFormatTypeKey: format, kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height,
      ]
      CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, attributes, &pool)
      poolSize = (width, height)
    }
    var buffer: CVPixelBuffer?
    if let pool { CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &buffer) }
    guard let buffer else { throw Self.noMemory(width, height) }
    return buffer
  }

  /// Writes luma and the means of chroma over squares of four pixels.
  private func copyPlanes(of image: ImageBuffer, to buffer: CVPixelBuffer) throws {
    let (width, height) = (image.width, image.height)
    guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)?.assumingMemoryBound(to: UInt8.self),
      let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)?.assumingMemoryBound(to: UInt8.self)
    else { throw Self.noMemory(width, height) }
    let lumaStride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
    let chromaStride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
    let range: LumaRange = format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange ? .full : .video
    if pixels.count != 4 * width * height { pixels = [UInt8](repeating: 0, count: 4 * width * height) }
    pixels.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      image.copyOpaqueBGRA(to: start, bytesPerRow: 4 * width)
      let bgra = bytes.assumingMemoryBound(to: UInt8.self)
      for top in stride(from: 0, to: height, by: 2) {
        for left in stride(from: 0, to: width, by: 2) {
          var sum = SIMD4<Int32>.zero
          for (row, column) in [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)] {
            // At odd sizes the last row and column count twice.
            let place = 4 * (min(row, height - 1) * width + min(column, width - 1))
            let pixel = SIMD4<Int32>(Int32(bgra[place]), Int32(bgra[place + 1]), Int32(bgra[place + 2]), 0)
            sum &+= pixel
            if row < height, column < width { luma[row * lumaStride + column] = range.luma(pixel) }
          }
          let (blue, red) = range.chroma(sum)
          chroma[top / 2 * chromaStride + left] = blue
          chroma[top / 2 * chromaStride + left + 1] = red
        }
      }
    }
  }

  private static func noMemory(_ width: Int, _ height: Int) -> TasksError {
    TasksError(.resourceExhaustedError, "There is no memory for an image of \(width) x \(height) pixels.")
  }
}

/// BT.601 from blue, green and red, in 16 fractional bits.
private enum LumaRange {
  case video, full

  func luma(_ pixel: SIMD4<Int32>) -> UInt8 {
    let weights = self == .full ? SIMD4<Int32>(7471, 38470, 19595, 0) : SIMD4(6416, 33039, 16829, 0)
    return Self.byte((weights &* pixel).wrappedSum() &+ (self == .full ? 0 : 16 << 16), bits: 16)
  }

  func chroma(_ sum: SIMD4<Int32>) -> (UInt8, UInt8) {
    let blue = self == .full ? SIMD4<Int32>(32768, -21710, -11058, 0) : SIMD4(28784, -19071, -9713, 0)
    let red = self == .full ? SIMD4<Int32>(-5328, -27440, 32768, 0) : SIMD4(-4680, -24104, 28784, 0)
    return (
      Self.byte((blue &* sum).wrappedSum() &+ 128 << 18, bits: 18),
      Self.byte((red &* sum).wrappedSum() &+ 128 << 18, bits: 18)
    )
  }

  private static func byte(_ value: Int32, bits: Int32) -> UInt8 { UInt8(clamping: (value &+ 1 << (bits - 1)) >> bits) }
}
