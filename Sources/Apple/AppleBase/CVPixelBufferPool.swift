import VisionCore

/// Makes pixel buffers of one size and format and reuses their memory, in place of Apple's type of this name.
///
/// Buffers may outlive their pool. `@unchecked Sendable` is safe because `attributes` is never changed.
public final class CVPixelBufferPool: @unchecked Sendable {
  let layout: PixelLayout
  let attributes: CFDictionary
  private let spareCount: Int
  fileprivate let state = Locked(State())

  fileprivate struct State {
    var spares: [PixelMemory] = []
    var usedCount = 0
  }

  init(layout: PixelLayout, attributes: CFDictionary, spareCount: Int) {
    (self.layout, self.attributes, self.spareCount) = (layout, attributes, spareCount)
  }

  func makeBuffer(limit: Int?) throws(Refusal) -> CVPixelBuffer {
    let memory = try state.withLock { (state) throws(Refusal) in
      if let limit, state.usedCount >= limit { throw Refusal(code: kCVReturnWouldExceedAllocationThreshold) }
      let memory = if let spare = state.spares.popLast() { spare } else { try PixelMemory(byteCount: layout.byteCount) }
      state.usedCount += 1
      return memory
    }
    // The buffer retains the pool's memory, and returns it to the pool when the buffer is released.
    let lent = PixelMemory(borrowing: memory.address) { [weak self] in self?.recycle(memory) }
    return CVPixelBuffer(layout, memory: lent)
  }

  private func recycle(_ memory: PixelMemory) {
    state.withLock { state in
      state.usedCount -= 1
      if state.spares.count < spareCount { state.spares.append(memory) }
    }
  }
}

/// The buffers that `CVPixelBufferPoolFlush` frees.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
  /// The raw value of the flags, as Apple's.
  public let rawValue: UInt64

  /// Makes flags from a raw value.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// All unused buffers.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

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
@discardableResult public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  returning(poolOut) { () throws(Refusal) in
    let spareCount = poolAttributes?.wholeNumber(kCVPixelBufferPoolMinimumBufferCountKey) ?? 4
    guard spareCount >= 0 else { throw Refusal(code: kCVReturnInvalidPoolAttributes) }
    guard let attributes = pixelBufferAttributes,
      let format = attributes.wholeNumber(kCVPixelBufferPixelFormatTypeKey).flatMap({ OSType(exactly: $0) }),
      let width = attributes.wholeNumber(kCVPixelBufferWidthKey),
      let height = attributes.wholeNumber(kCVPixelBufferHeightKey)
    else { throw Refusal(code: kCVReturnInvalidPixelBufferAttributes) }
    let layout = try PixelLayout(width: width, height: height, format: format, attributes: attributes)
    return CVPixelBufferPool(layout: layout, attributes: attributes, spareCount: spareCount)
  }
}

/// Makes a buffer from a pool, with undefined content. Its memory returns to the pool when it is released.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - pixelBufferPool: The pool.
///   - pixelBufferOut: Set to the buffer; nil on failure.
/// - Returns: `kCVReturnSuccess` or `kCVReturnAllocationFailed`.
@discardableResult public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn { CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut) }

/// Makes a buffer from a pool, unless too many are in use.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - pixelBufferPool: The pool.
///   - auxAttributes: nil, or a dictionary; see `kCVPixelBufferPoolAllocationThresholdKey`.
///   - pixelBufferOut: Set to the buffer; nil on failure.
/// - Returns: `kCVReturnSuccess`, `kCVReturnWouldExceedAllocationThreshold` or `kCVReturnAllocationFailed`.
@discardableResult public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  returning(pixelBufferOut) { () throws(Refusal) in
    try pixelBufferPool.makeBuffer(limit: auxAttributes?.wholeNumber(kCVPixelBufferPoolAllocationThresholdKey))
  }
}

/// The attributes of a pool's buffers.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.attributes }

/// Frees a pool's unused buffers if `options` has `.excessBuffers`.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  if options.contains(.excessBuffers) { pool.state.withLock { $0.spares = [] } }
}
