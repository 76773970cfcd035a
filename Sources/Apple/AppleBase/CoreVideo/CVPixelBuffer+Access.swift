/// Locks a buffer's memory. Addresses are valid only between lock and unlock.
///
/// - Parameters:
///   - pixelBuffer: The buffer. It may be locked several times and must be unlocked as often.
///   - lockFlags: `.readOnly`, or `[]` to write as well.
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn { pixelBuffer.lock(lockFlags) }

/// Unlocks a buffer's memory.
///
/// - Parameters:
///   - pixelBuffer: The buffer.
///   - unlockFlags: The flags of the lock.
/// - Returns: `kCVReturnSuccess`, or `kCVReturnInvalidArgument` when it is not locked with these flags.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn { pixelBuffer.unlock(unlockFlags) }

/// The address of the top row; nil if the buffer is not locked or planar.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.isPlanar ? nil : pixelBuffer.address(ofPlane: 0)
}

/// The row stride in bytes; that of the first plane for planar buffers.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes.first?.bytesPerRow ?? 0
}

/// The width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// The height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// The pixel format, one of the `kCVPixelFormatType_` constants.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format }

/// The size of the buffer in bytes, including all planes and row padding.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes.map { $0.offset + $0.bytesPerRow * $0.height }.max() ?? 0
}

/// Whether the buffer has several planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.isPlanar }

/// The number of planes: 2 for the 4:2:0 formats, 0 for buffers without planes.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.isPlanar ? pixelBuffer.planes.count : 0
}

/// The address of a plane's top row; nil when the buffer is not locked or has no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? { pixelBuffer.address(ofPlane: planeIndex) }

/// A plane's row stride in bytes; 0 when there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  plane(planeIndex, of: pixelBuffer)?.bytesPerRow ?? 0
}

/// A plane's width in samples, where a pair of Cb and Cr is one; 0 when there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  plane(planeIndex, of: pixelBuffer)?.width ?? 0
}

/// A plane's height in rows; 0 when there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  plane(planeIndex, of: pixelBuffer)?.height ?? 0
}

private func plane(_ index: Int, of buffer: CVPixelBuffer) -> PixelPlane? {
  buffer.isPlanar && buffer.planes.indices.contains(index) ? buffer.planes[index] : nil
}

/// How a pixel buffer's memory is used while it is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// The raw value of the flags, as Apple's.
  public let rawValue: UInt64

  /// Makes flags from a raw value.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The memory is only read. Pass the same flags to lock and unlock.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}
