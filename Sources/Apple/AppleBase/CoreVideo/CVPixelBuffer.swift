import Foundation
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
  let width: Int
  let height: Int
  let format: OSType
  let planes: [PixelPlane]
  let memory: PixelMemory
  private let state = Locked(State())

  private struct State {
    var readers = 0
    var writers = 0
    var attachments: [String: CFTypeRef] = [:]
  }

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
    state.withLock { state in
      if flags.contains(.readOnly) { state.readers += 1 } else { state.writers += 1 }
      return kCVReturnSuccess
    }
  }

  func unlock(_ flags: CVPixelBufferLockFlags) -> CVReturn {
    state.withLock { state in
      guard (flags.contains(.readOnly) ? state.readers : state.writers) > 0 else { return kCVReturnInvalidArgument }
      if flags.contains(.readOnly) { state.readers -= 1 } else { state.writers -= 1 }
      return kCVReturnSuccess
    }
  }

  /// The address of a plane; nil while the buffer is not locked.
  func address(ofPlane index: Int) -> UnsafeMutableRawPointer? {
    guard planes.indices.contains(index), state.withLock({ $0.readers + $0.writers > 0 }) else { return nil }
    return memory.address + planes[index].offset
  }

  func attachment(_ key: CFString) -> CFTypeRef? {
    state.withLock { $0.attachments[key as String] }
  }

  func setAttachment(_ key: CFString, _ value: CFTypeRef?) {
    state.withLock { $0.attachments[key as String] = value }
  }
}

/// An image in memory; always a pixel buffer here.
public typealias CVImageBuffer = CVPixelBuffer
/// The base type of buffers; always a pixel buffer here.
public typealias CVBuffer = CVPixelBuffer
