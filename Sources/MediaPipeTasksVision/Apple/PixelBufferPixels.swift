#if os(Linux)
  import CoreVideo
  import VisionErrors
  import VisionImaging

  /// The pixels of a `CVPixelBuffer` as the tasks take them.
  enum PixelBufferPixels {
    /// The buffer's own memory where it is BGRA, a copy in RGB where it is 4:2:0.
    static func imageBuffer(of buffer: CVPixelBuffer) throws -> ImageBuffer {
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      switch CVPixelBufferGetPixelFormatType(buffer) {
      case kCVPixelFormatType_32BGRA:
        return try bgra(buffer)
      case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange:
        return try rgb(buffer, coefficients(of: buffer, isFullRange: false))
      case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
        return try rgb(buffer, coefficients(of: buffer, isFullRange: true))
      case let other:
        throw TasksError.invalidArgument(
          "The pixel format \(other) is not supported; allowed are kCVPixelFormatType_32BGRA and "
            + "kCVPixelFormatType_420YpCbCr8BiPlanar of video and of full range. Convert the pixels first.")
      }
    }

    private static func bgra(_ buffer: CVPixelBuffer) throws -> ImageBuffer {
      guard let address = CVPixelBufferGetBaseAddress(buffer) else { throw noMemory }
      // A buffer's memory stays in its place while the buffer lives, which the closure sees to.
      return try ImageBuffer(
        borrowing: address, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer),
        bytesPerRow: CVPixelBufferGetBytesPerRow(buffer), format: .bgra,
        release: { withExtendedLifetime(buffer) {} })
    }

    private static func rgb(_ buffer: CVPixelBuffer, _ coefficients: YUVCoefficients) throws -> ImageBuffer {
      guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
        let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
      else { throw noMemory }
      let picture = BiPlanarPicture(
        luma: luma, lumaBytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(buffer, 0), chroma: chroma,
        chromaBytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(buffer, 1), width: CVPixelBufferGetWidth(buffer),
        height: CVPixelBufferGetHeight(buffer))
      return try picture.rgb(coefficients)
    }

    private static func coefficients(of buffer: CVPixelBuffer, isFullRange: Bool) throws -> YUVCoefficients {
      guard let matrix = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) else {
        return .bt601(isFullRange: isFullRange)
      }
      let name = matrix as? String ?? (matrix as? CFString).map { $0 as String }
      if name == kCVImageBufferYCbCrMatrix_ITU_R_601_4 as String { return .bt601(isFullRange: isFullRange) }
      if name == kCVImageBufferYCbCrMatrix_ITU_R_709_2 as String { return .bt709(isFullRange: isFullRange) }
      throw TasksError.invalidArgument(
        "The matrix \"\(matrix)\" attached to the pixel buffer is not supported; allowed are "
          + "kCVImageBufferYCbCrMatrix_ITU_R_601_4 and kCVImageBufferYCbCrMatrix_ITU_R_709_2.")
    }

    private static let noMemory = TasksError.invalidArgument("The pixel buffer has no memory that can be read.")
  }
#endif
