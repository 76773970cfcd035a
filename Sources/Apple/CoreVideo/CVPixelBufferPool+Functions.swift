import Foundation

/// Makes a pool of pixel buffers.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - poolAttributes: nil, or a dictionary; see `kCVPixelBufferPoolMinimumBufferCountKey`.
///   - pixelBufferAttributes: A dictionary with the buffers' format, width and height under `kCVPixelBufferPixelFormatTypeKey`,
///     `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`, and what `CVPixelBufferCreate` looks at.
///   - poolOut: Gets the pool; nil when there is none.
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

/// Takes a buffer out of a pool; its content is undefined, and its memory goes back when it is let go.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - pixelBufferPool: The pool.
///   - pixelBufferOut: Gets the buffer; nil when there is none.
/// - Returns: `kCVReturnSuccess` or `kCVReturnAllocationFailed`.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// Takes a buffer out of a pool, unless too many are in use.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - pixelBufferPool: The pool.
///   - auxAttributes: nil, or a dictionary; see `kCVPixelBufferPoolAllocationThresholdKey`.
///   - pixelBufferOut: Gets the buffer; nil when there is none.
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

/// The attributes of a pool's buffers, as they were given.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.attributes }

/// Frees a pool's unused buffers, if the options say so.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  if options.contains(.excessBuffers) { pool.flush() }
}
