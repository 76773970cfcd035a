import Foundation

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
) { buffer.setAttachment(key, value) }

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
  let value = buffer.attachment(key)
  if value != nil { attachmentMode?.pointee = .shouldPropagate }
  return value
}

/// Removes an attachment from a buffer, if there is one.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) { buffer.setAttachment(key, nil) }
