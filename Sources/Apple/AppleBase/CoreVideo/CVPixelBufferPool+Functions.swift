import Foundation

/// Makes a pool of pixel buffers.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - poolAttributes: nil, or a dictionary; see `kCVPixelBufferPoolMinimumBufferCountKey`.
///   - pixelBufferAttributes: A dictionary with the buffers' format, width and height under
///     `kCVPixelBufferPixelFormatTypeKey`, `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`, and the attributes
///     of `CVPixelBufferCreate`.
///   - poolOut: Set to the pool; nil on failure.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidPoolAttributes` for a count below 0,
///   `kCVReturnInvalidPixelBufferAttributes` when format, width or height is missing, or as `CVPixelBufferCreate`.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  poolOut.pointee = nil
  let spareCount = poolAttributes?.wholeNumber(kCVPixelBufferPoolMinimumBufferCountKey) ?? 4
  guard spareCount >= 0 else { return kCVReturnInvalidPoolAttributes }
  guard let attributes = pixelBufferAttributes,
    let format = attributes.wholeNumber(kCVPixelBufferPixelFormatTypeKey).flatMap({ OSType(exactly: $0) }),
    let width = attributes.wholeNumber(kCVPixelBufferWidthKey),
    let height = attributes.wholeNumber(kCVPixelBufferHeightKey)
  else { return kCVReturnInvalidPixelBufferAttributes }
  do throws(PixelLayout.Refusal) {
    let layout = try PixelLayout(width: width, height: height, format: format, attributes: attributes)
    poolOut.pointee = CVPixelBufferPool(layout: layout, attributes: attributes, spareCount: spareCount)
    return kCVReturnSuccess
  } catch {
    return error.code
  }
}

/// Makes a buffer from a pool, with undefined content. Its memory returns to the pool when it is released.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - pixelBufferPool: The pool.
///   - pixelBufferOut: Set to the buffer; nil on failure.
/// - Returns: `kCVReturnSuccess` or `kCVReturnAllocationFailed`.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// Makes a buffer from a pool, unless too many are in use.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - pixelBufferPool: The pool.
///   - auxAttributes: nil, or a dictionary; see `kCVPixelBufferPoolAllocationThresholdKey`.
///   - pixelBufferOut: Set to the buffer; nil on failure.
/// - Returns: `kCVReturnSuccess`, `kCVReturnWouldExceedAllocationThreshold` or `kCVReturnAllocationFailed`.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  do throws(PixelLayout.Refusal) {
    let limit = auxAttributes?.wholeNumber(kCVPixelBufferPoolAllocationThresholdKey)
    pixelBufferOut.pointee = try pixelBufferPool.makeBuffer(limit: limit)
    return kCVReturnSuccess
  } catch {
    return error.code
  }
}

/// The attributes of a pool's buffers.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.attributes }

/// Frees a pool's unused buffers if `options` has `.excessBuffers`.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  if options.contains(.excessBuffers) { pool.flush() }
}
