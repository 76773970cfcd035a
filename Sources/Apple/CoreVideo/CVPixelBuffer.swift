import Foundation

/// An image whose memory can be written to, in place of Apple's type of this name.
///
/// It has one plane for `kCVPixelFormatType_32BGRA` and two for the 4:2:0 formats. Made by `CVPixelBufferCreate` or
/// `CVPixelBufferCreateWithBytes`; the memory stays in its place as long as the buffer lives.
///
/// Sendable, which spares strict Swift 6 code a warning: sizes never change, locks and attachments are guarded here. The
/// pixels are raw memory, and who writes them while another thread reads them has to keep the two apart himself; a lock here
/// counts its holders and keeps nobody out, as on Apple's platforms.
public final class CVPixelBuffer: @unchecked Sendable {
  let width: Int
  let height: Int
  let format: OSType
  let planes: [PixelPlane]
  let memory: PixelMemory
  private let guardian = NSLock()
  private var readers = 0
  private var writers = 0
  private var attachments: [String: CFTypeRef] = [:]

  init(width: Int, height: Int, format: OSType, planes: [PixelPlane], memory: PixelMemory) {
    self.width = width
    self.height = height
    self.format = format
    self.planes = planes
    self.memory = memory
  }

  convenience init(_ layout: PixelLayout, memory: PixelMemory) {
    self.init(
      width: layout.width, height: layout.height, format: layout.format, planes: layout.planes, memory: memory)
  }

  var isPlanar: Bool { planes.count > 1 }

  func lock(_ flags: CVPixelBufferLockFlags) -> CVReturn {
    guardian.withLock {
      if flags.contains(.readOnly) { readers += 1 } else { writers += 1 }
      return kCVReturnSuccess
    }
  }

  func unlock(_ flags: CVPixelBufferLockFlags) -> CVReturn {
    guardian.withLock {
      guard (flags.contains(.readOnly) ? readers : writers) > 0 else { return kCVReturnInvalidArgument }
      if flags.contains(.readOnly) { readers -= 1 } else { writers -= 1 }
      return kCVReturnSuccess
    }
  }

  /// The address of a plane while somebody holds a lock.
  func address(ofPlane index: Int) -> UnsafeMutableRawPointer? {
    guard planes.indices.contains(index), guardian.withLock({ readers + writers > 0 }) else { return nil }
    return memory.address + planes[index].offset
  }

  func attachment(_ key: CFString) -> CFTypeRef? {
    guardian.withLock { attachments[key as String] }
  }

  func setAttachment(_ key: CFString, _ value: CFTypeRef?) {
    guardian.withLock { attachments[key as String] = value }
  }
}

/// An image in memory; every one here is a pixel buffer.
public typealias CVImageBuffer = CVPixelBuffer
/// The base of all buffers; every one here is a pixel buffer.
public typealias CVBuffer = CVPixelBuffer
