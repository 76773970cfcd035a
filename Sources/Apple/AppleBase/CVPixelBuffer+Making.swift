/// Called when a buffer over the caller's memory is released, with the caller's pointer and the memory.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// Called when a buffer over the caller's planes is released, with the caller's pointer, the block's address and size,
/// and the planes.
public typealias CVPixelBufferReleasePlanarBytesCallback =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
  ) -> Void

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
@discardableResult public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  returning(pixelBufferOut) { () throws(Refusal) in
    let layout = try PixelLayout(
      width: width, height: height, format: pixelFormatType, attributes: pixelBufferAttributes)
    return CVPixelBuffer(layout, memory: try PixelMemory(byteCount: layout.byteCount))
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
@discardableResult public func CVPixelBufferCreateWithBytes(
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
  let layout = PixelLayout(width: width, height: height, format: pixelFormatType, planes: [plane])
  pixelBufferOut.pointee = CVPixelBuffer(layout, memory: memory)
  return kCVReturnSuccess
}

/// Makes a pixel buffer over planes in the caller's memory, without a copy.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - width: The width in pixels, 1...65 535.
///   - height: The height in pixels, 1...65 535.
///   - pixelFormatType: `kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange` or
///     `kCVPixelFormatType_420YpCbCr8BiPlanarFullRange`.
///   - dataPtr: The block that holds the planes, passed to the callback; may be nil.
///   - dataSize: Its size in bytes, passed to the callback.
///   - numberOfPlanes: 2.
///   - planeBaseAddress: The first byte of each plane. They must stay valid until the release callback is called or,
///     without one, for the buffer's lifetime.
///   - planeWidth: The width of each plane: `width`, and half of it rounded up.
///   - planeHeight: The height of each plane: `height`, and half of it rounded up.
///   - planeBytesPerRow: The row stride of each plane in bytes, at least `width`, and twice the second plane's width.
///   - releaseCallback: Called once when the buffer is released; not called on failure.
///   - releaseRefCon: Passed to the callback.
///   - pixelBufferAttributes: Ignored.
///   - pixelBufferOut: Set to the buffer; nil on failure.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidSize`, `kCVReturnInvalidPixelFormat`, or `kCVReturnInvalidArgument`
///   for other planes than the format has.
@discardableResult public func CVPixelBufferCreateWithPlanarBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
  _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
  _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
  _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  returning(pixelBufferOut) { () throws(Refusal) in
    var layout = try PixelLayout(width: width, height: height, format: pixelFormatType, attributes: nil)
    guard layout.planes.count == 2 else { throw Refusal(code: kCVReturnInvalidPixelFormat) }
    guard numberOfPlanes == 2, let luma = planeBaseAddress[0], let chroma = planeBaseAddress[1] else {
      throw Refusal(code: kCVReturnInvalidArgument)
    }
    for (index, plane) in layout.planes.enumerated() {
      let bytesPerRow = planeBytesPerRow[index]
      guard planeWidth[index] == plane.width, planeHeight[index] == plane.height,
        bytesPerRow >= plane.width * (index + 1), !bytesPerRow.multipliedReportingOverflow(by: plane.height).overflow
      else { throw Refusal(code: kCVReturnInvalidSize) }
      let offset = index == 0 ? 0 : luma.distance(to: chroma)
      layout.planes[index] = PixelPlane(
        offset: offset, width: plane.width, height: plane.height, bytesPerRow: bytesPerRow)
    }
    let memory = PixelMemory(borrowing: luma) {
      var addresses = [UnsafeRawPointer(luma), UnsafeRawPointer(chroma)] as [UnsafeRawPointer?]
      releaseCallback?(releaseRefCon, dataPtr, dataSize, 2, &addresses)
    }
    return CVPixelBuffer(layout, memory: memory)
  }
}
