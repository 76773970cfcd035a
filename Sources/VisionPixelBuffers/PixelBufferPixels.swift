import VisionCore
import VisionImaging

#if os(Linux)
  import AppleBase
#elseif canImport(CoreVideo)
  import CoreVideo
#endif

#if os(Linux) || canImport(CoreVideo)
  /// The pixels of a pixel buffer: Apple's, or on Linux the stand-in.
  package enum PixelBufferPixels {
    /// BGRA without a copy, and 4:2:0 as RGB. The buffer must not be written to while the image exists.
    ///
    /// - Throws: `TasksError` with `invalidArgumentError` for another pixel format or another matrix.
    package static func imageBuffer(of buffer: CVPixelBuffer) throws -> ImageBuffer {
      switch CVPixelBufferGetPixelFormatType(buffer) {
      case kCVPixelFormatType_32BGRA: return try bgra(buffer)
      case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: return try rgb(buffer, isFullRange: false)
      case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: return try rgb(buffer, isFullRange: true)
      case let other:
        throw TasksError.invalidArgument(
          "The pixel format \(other) is not supported; allowed are kCVPixelFormatType_32BGRA and "
            + "kCVPixelFormatType_420YpCbCr8BiPlanar of video and of full range. Convert the pixels first.")
      }
    }

    private static func bgra(_ buffer: CVPixelBuffer) throws -> ImageBuffer {
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      @Sendable func unlock() { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      guard let address = CVPixelBufferGetBaseAddress(buffer) else {
        unlock()
        throw noMemory
      }
      // The memory does not move while the buffer is retained and locked.
      return try ImageBuffer(
        borrowing: address, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer),
        bytesPerRow: CVPixelBufferGetBytesPerRow(buffer), format: .bgra, release: unlock)
    }

    private static func rgb(_ buffer: CVPixelBuffer, isFullRange: Bool) throws -> ImageBuffer {
      let coefficients = try coefficients(of: buffer)
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
        let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
      else { throw noMemory }
      let planes = YUV420Converter.Planes(
        luma: luma.assumingMemoryBound(to: UInt8.self), chroma: chroma.assumingMemoryBound(to: UInt8.self),
        lumaBytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(buffer, 0),
        chromaBytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(buffer, 1))
      var result = try ImageBuffer(
        width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer), format: .rgb)
      let bytesPerRow = result.bytesPerRow
      let converter = YUV420Converter(
        width: result.width, height: result.height, coefficients: coefficients, isFullRange: isFullRange)
      result.withUnsafeMutableBytes { bytes in
        guard let target = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        converter.convert(planes, to: target, bytesPerRow: bytesPerRow)
      }
      return result
    }

    private static func coefficients(of buffer: CVPixelBuffer) throws -> ChromaCoefficients {
      guard let matrix = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) else { return .bt601 }
      let name = matrix as? String ?? (matrix as? NSString).map { $0 as String }
      if name == kCVImageBufferYCbCrMatrix_ITU_R_601_4 as String { return .bt601 }
      if name == kCVImageBufferYCbCrMatrix_ITU_R_709_2 as String { return .bt709 }
      throw TasksError.invalidArgument(
        "The matrix \"\(name ?? "\(matrix)")\" attached to the pixel buffer is not supported; allowed are "
          + "kCVImageBufferYCbCrMatrix_ITU_R_601_4 and kCVImageBufferYCbCrMatrix_ITU_R_709_2.")
    }

    private static let noMemory = TasksError.invalidArgument("The pixel buffer has no memory that can be read.")
  }
#endif
