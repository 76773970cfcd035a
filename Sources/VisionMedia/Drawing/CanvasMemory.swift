import Foundation
import VisionCore

/// The pixels of a canvas, which the finished image takes over.
///
/// Each video frame needs a canvas, and allocating fresh pages takes longer than copying the frame. Released memory is therefore
/// reused for the next canvas of the same size: up to three buffers, 48 MB in all.
final class CanvasMemory: Sendable {
  // Safe: drawing needs the canvas, which cannot be copied; afterwards the pixels are only read.
  nonisolated(unsafe) let address: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Allocates uninitialized memory, aligned to a cache line.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` without memory.
  init(byteCount: Int, purpose: @autoclosure () -> String) throws {
    guard let address = Spares.shared.withLock({ $0.take(byteCount) }) ?? Self.allocate(byteCount) else {
      throw FFmpegError.outOfMemory(purpose())
    }
    self.address = address
    self.byteCount = byteCount
  }

  deinit {
    for address in Spares.shared.withLock({ $0.give(back: address, byteCount) }) { free(address) }
  }

  private static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    var address: UnsafeMutableRawPointer?
    return posix_memalign(&address, 64, byteCount) == 0 ? address : nil
  }

  /// Unused buffers, all of the size released last.
  private struct Spares {
    static let shared = Locked(Spares())

    private var byteCount = 0
    private var free: [UnsafeMutableRawPointer] = []

    mutating func take(_ byteCount: Int) -> UnsafeMutableRawPointer? {
      byteCount == self.byteCount ? free.popLast() : nil
    }

    /// - Returns: The buffers that are not kept, for the caller to free.
    mutating func give(back address: UnsafeMutableRawPointer, _ byteCount: Int) -> [UnsafeMutableRawPointer] {
      var released: [UnsafeMutableRawPointer] = []
      if byteCount != self.byteCount {
        released = free
        free = []
        self.byteCount = byteCount
      }
      if free.count < min(3, 48_000_000 / byteCount) { free.append(address) } else { released.append(address) }
      return released
    }
  }
}
