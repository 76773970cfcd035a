/// Announces the use of a buffer's memory; addresses are given only between lock and unlock.
///
/// - Parameters:
///   - pixelBuffer: The buffer. It may be locked several times, and has to be unlocked as often.
///   - lockFlags: `.readOnly`, or `[]` to write as well.
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn { pixelBuffer.lock(lockFlags) }

/// Ends the use of a buffer's memory.
///
/// - Parameters:
///   - pixelBuffer: The buffer.
///   - unlockFlags: The flags it was locked with.
/// - Returns: `kCVReturnSuccess`, or `kCVReturnInvalidArgument` when it is not locked with these flags.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn { pixelBuffer.unlock(unlockFlags) }

/// The address of the top row; nil when the buffer is not locked, and for buffers of several planes.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.isPlanar ? nil : pixelBuffer.address(ofPlane: 0)
}

/// The distance between rows in bytes; of the first plane, where there are several.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes.first?.bytesPerRow ?? 0
}

/// The width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// The height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// The pixel format, one of the `kCVPixelFormatType_` constants.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format }

/// The number of bytes from the first row to the end of the last one, all planes and their padding included.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes.last.map { $0.offset + $0.bytesPerRow * $0.height } ?? 0
}

/// Whether the pixels lie in several planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.isPlanar }

/// The number of planes: 2 for the 4:2:0 formats, 0 for buffers without planes.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.isPlanar ? pixelBuffer.planes.count : 0
}

/// The address of a plane's top row; nil when the buffer is not locked or has no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? { pixelBuffer.address(ofPlane: planeIndex) }

/// The distance between a plane's rows in bytes; 0 when there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  plane(planeIndex, of: pixelBuffer)?.bytesPerRow ?? 0
}

/// A plane's width in samples, a pair of Cb and Cr counting as one; 0 when there is no such plane.
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
