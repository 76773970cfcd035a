import Foundation

/// Called when a buffer over the caller's memory is released, with the caller's pointer and the memory.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// Makes a pixel buffer filled with zeros.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - width: The width in pixels, 1...65 535.
///   - height: The height in pixels, 1...65 535.
///   - pixelFormatType: `kCVPixelFormatType_32BGRA`, `kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange` or
///     `kCVPixelFormatType_420YpCbCr8BiPlanarFullRange`. In the last two the chroma plane's size is rounded up.
///   - pixelBufferAttributes: nil, or a dictionary; see `kCVPixelBufferBytesPerRowAlignmentKey`.
///   - pixelBufferOut: Set to the buffer; nil on failure.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidSize`, `kCVReturnInvalidPixelFormat`,
///   `kCVReturnInvalidPixelBufferAttributes` or `kCVReturnAllocationFailed`.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  do throws(PixelLayout.Refusal) {
    let layout = try PixelLayout(
      width: width, height: height, format: pixelFormatType, attributes: pixelBufferAttributes)
    guard let memory = PixelMemory(byteCount: layout.byteCount) else { return kCVReturnAllocationFailed }
    pixelBufferOut.pointee = CVPixelBuffer(layout, memory: memory)
    return kCVReturnSuccess
  } catch {
    return error.code
  }
}

/// Makes a pixel buffer over the caller's memory, without a copy.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - width: The width in pixels, 1...65 535.
///   - height: The height in pixels, 1...65 535.
///   - pixelFormatType: `kCVPixelFormatType_32BGRA`.
///   - baseAddress: The first byte of the top row. It must stay valid until the release callback is called or, without
///     one, for the buffer's lifetime.
///   - bytesPerRow: The row stride in bytes, at least `4 * width`.
///   - releaseCallback: Called once when the buffer is released; not called on failure.
///   - releaseRefCon: Passed to the callback.
///   - pixelBufferAttributes: Ignored.
///   - pixelBufferOut: Set to the buffer; nil on failure.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidSize` or `kCVReturnInvalidPixelFormat`.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int, _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
  _ releaseRefCon: UnsafeMutableRawPointer?, _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  guard pixelFormatType == kCVPixelFormatType_32BGRA else { return kCVReturnInvalidPixelFormat }
  guard PixelLayout.isAllowed(width, height), bytesPerRow >= 4 * width,
    !bytesPerRow.multipliedReportingOverflow(by: height).overflow
  else { return kCVReturnInvalidSize }
  let memory = PixelMemory(borrowing: baseAddress) { releaseCallback?(releaseRefCon, baseAddress) }
  let plane = PixelPlane(offset: 0, width: width, height: height, bytesPerRow: bytesPerRow)
  pixelBufferOut.pointee = CVPixelBuffer(
    width: width, height: height, format: pixelFormatType, planes: [plane], memory: memory)
  return kCVReturnSuccess
}
