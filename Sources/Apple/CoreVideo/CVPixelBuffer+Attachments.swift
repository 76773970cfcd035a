import Foundation

/// Whether an attachment is handed on when a buffer is copied, with Apple's raw values.
///
/// Nothing here copies attachments: all of them are kept as if they were to be handed on.
public enum CVAttachmentMode: UInt32, Sendable {
  /// Stays with its buffer.
  case shouldNotPropagate = 0
  /// Is handed on.
  case shouldPropagate = 1
}

// The strings below are never changed, which makes them safe to share.

/// The attachment that says which matrix an image of luminance and chroma was made with; without it the tasks take
/// ITU-R BT.601.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// ITU-R BT.601, of standard-definition video and photographs.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// ITU-R BT.709, of high-definition video.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"

/// Attaches a value to a buffer, in place of an older one of the same key.
///
/// - Parameters:
///   - buffer: The buffer.
///   - key: The key; the tasks look at `kCVImageBufferYCbCrMatrixKey` alone.
///   - value: The value.
///   - attachmentMode: Not looked at; see `CVAttachmentMode`.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) { buffer.setAttachment(key, value) }

/// The value attached under a key.
///
/// - Parameters:
///   - buffer: The buffer.
///   - key: The key.
///   - attachmentMode: Gets `.shouldPropagate` where there is a value; nil when nobody wants to know.
/// - Returns: The value, or nil.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  let value = buffer.attachment(key)
  if value != nil { attachmentMode?.pointee = .shouldPropagate }
  return value
}

/// Takes a value off a buffer; nothing happens when there is none.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) { buffer.setAttachment(key, nil) }
