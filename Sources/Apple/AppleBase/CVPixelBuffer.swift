import VisionCore

/// An image with writable memory, in place of Apple's type of this name.
///
/// It has one plane for `kCVPixelFormatType_32BGRA` and two for the 4:2:0 formats. Made by `CVPixelBufferCreate` or
/// `CVPixelBufferCreateWithBytes`. The memory does not move during the buffer's lifetime.
///
/// `@unchecked Sendable` is safe for the layout, which is constant, and for the lock counts and attachments, which are
/// behind a lock. The pixels are raw memory: the caller has to synchronize writes with reads.
/// `CVPixelBufferLockBaseAddress` counts its callers and excludes none, as on Apple's platforms.
public final class CVPixelBuffer: @unchecked Sendable {
  let layout: PixelLayout
  let memory: PixelMemory
  fileprivate let state = Locked(State())

  fileprivate struct State {
    var readers = 0
    var writers = 0
    var attachments: [String: CFTypeRef] = [:]
  }

  init(_ layout: PixelLayout, memory: PixelMemory) { (self.layout, self.memory) = (layout, memory) }

  fileprivate var planes: [PixelPlane] { layout.planes }
  fileprivate var isPlanar: Bool { planes.count > 1 }

  fileprivate func address(ofPlane index: Int) -> UnsafeMutableRawPointer? {
    guard planes.indices.contains(index), state.withLock({ $0.readers + $0.writers > 0 }) else { return nil }
    return memory.address + planes[index].offset
  }
}

/// An image in memory; always a pixel buffer here.
public typealias CVImageBuffer = CVPixelBuffer
/// The base type of buffers; always a pixel buffer here.
public typealias CVBuffer = CVPixelBuffer

/// Locks a buffer's memory. Addresses are valid only between lock and unlock.
///
/// - Parameters:
///   - pixelBuffer: The buffer. It may be locked several times and must be unlocked as often.
///   - lockFlags: `.readOnly`, or `[]` to write as well.
/// - Returns: `kCVReturnSuccess`.
@discardableResult public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.state.withLock { if lockFlags.contains(.readOnly) { $0.readers += 1 } else { $0.writers += 1 } }
  return kCVReturnSuccess
}

/// Unlocks a buffer's memory.
///
/// - Parameters:
///   - pixelBuffer: The buffer.
///   - unlockFlags: The flags of the lock.
/// - Returns: `kCVReturnSuccess`, or `kCVReturnInvalidArgument` when it is not locked with these flags.
@discardableResult public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  let count = unlockFlags.contains(.readOnly) ? \CVPixelBuffer.State.readers : \.writers
  return pixelBuffer.state.withLock { state in
    guard state[keyPath: count] > 0 else { return kCVReturnInvalidArgument }
    state[keyPath: count] -= 1
    return kCVReturnSuccess
  }
}

/// The address of the top row; nil if the buffer is not locked or planar.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.isPlanar ? nil : pixelBuffer.address(ofPlane: 0)
}

/// The row stride in bytes; that of the first plane for planar buffers.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes.first?.bytesPerRow ?? 0
}

/// The width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.layout.width }
/// The height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.layout.height }
/// The size of the image as it is shown, in pixels; here always the whole buffer's.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CVImageBufferGetEncodedSize(imageBuffer)
}
/// The size of the whole buffer in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.layout.width, height: imageBuffer.layout.height)
}
/// The pixel format, one of the `kCVPixelFormatType_` constants.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.layout.format }

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
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The memory is only read. Pass the same flags to lock and unlock.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Whether an attachment is propagated to copies of a buffer, with Apple's raw values.
///
/// Without effect here, since nothing copies attachments; all are treated as `.shouldPropagate`.
public enum CVAttachmentMode: UInt32, Sendable {
  /// Not propagated.
  case shouldNotPropagate = 0
  /// Propagated.
  case shouldPropagate = 1
}

// `nonisolated(unsafe)` is safe: the strings are immutable.

/// The key of the attachment with the YCbCr matrix. Without it the tasks use ITU-R BT.601.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// ITU-R BT.601, of standard-definition video and photographs.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// ITU-R BT.709, of high-definition video.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"

/// Attaches a value to a buffer, replacing an older one with the same key.
///
/// - Parameters:
///   - buffer: The buffer.
///   - key: The key; the tasks use `kCVImageBufferYCbCrMatrixKey` only.
///   - value: The value.
///   - attachmentMode: Ignored; see `CVAttachmentMode`.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) { buffer.state.withLock { $0.attachments[key as String] = value } }

/// Returns the attachment with a key.
///
/// - Parameters:
///   - buffer: The buffer.
///   - key: The key.
///   - attachmentMode: Set to `.shouldPropagate` if there is a value; may be nil.
/// - Returns: The value, or nil.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  let value = buffer.state.withLock { $0.attachments[key as String] }
  if value != nil { attachmentMode?.pointee = .shouldPropagate }
  return value
}

/// Removes an attachment from a buffer, if there is one.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.state.withLock { $0.attachments[key as String] = nil }
}
