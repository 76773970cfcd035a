import Foundation
import VisionConcurrency
import VisionErrors

/// A canvas's pixels, which outlive the canvas in the image that it becomes.
///
/// A video has a canvas for every frame, and new memory from the system costs more time than the copy of the frame. So
/// released memory is kept for the next canvas of its size: up to three pieces, 48 MB in all.
final class CanvasMemory: Sendable {
  // Safe: drawing needs the canvas, which cannot be copied; afterwards the pixels are only read.
  nonisolated(unsafe) let address: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Memory of undefined content that starts at a cache line.
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

  /// Unused memory, all pieces of the size that was released last.
  private struct Spares {
    static let shared = Locked(Spares())

    private var byteCount = 0
    private var free: [UnsafeMutableRawPointer] = []

    mutating func take(_ byteCount: Int) -> UnsafeMutableRawPointer? {
      byteCount == self.byteCount ? free.popLast() : nil
    }

    /// - Returns: The pieces that are not kept, for the caller to free.
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
