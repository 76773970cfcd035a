import Foundation
import VisionErrors

/// A canvas's pixels, which outlive the canvas in the picture that it becomes.
///
/// A video has a canvas for every frame, and memory that comes fresh from the system costs more time than the copy of the
/// frame. So memory that is let go is kept for the next canvas of its size: up to three pieces, 48 MB in all.
final class CanvasMemory: Sendable {
  // Safe: whoever draws holds the canvas, which cannot be copied; after it the pixels are only read.
  nonisolated(unsafe) let address: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Memory of undefined content that starts at a cache line.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` without memory.
  init(byteCount: Int, purpose: @autoclosure () -> String) throws {
    guard let address = Spares.shared.take(byteCount) ?? Self.allocate(byteCount) else {
      throw FFmpegError.outOfMemory(purpose())
    }
    self.address = address
    self.byteCount = byteCount
  }

  deinit { Spares.shared.give(back: address, byteCount) }

  private static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    var address: UnsafeMutableRawPointer?
    return posix_memalign(&address, 64, byteCount) == 0 ? address : nil
  }

  /// Memory that nobody uses, all pieces of the size that was let go last.
  ///
  /// Sendable although it holds raw pointers: the list is touched only under the lock, and memory is in the list only while
  /// nobody uses it.
  private final class Spares: @unchecked Sendable {
    static let shared = Spares()

    private let lock = NSLock()
    private var byteCount = 0
    private var free: [UnsafeMutableRawPointer] = []

    func take(_ byteCount: Int) -> UnsafeMutableRawPointer? {
      lock.withLock { byteCount == self.byteCount ? free.popLast() : nil }
    }

    func give(back address: UnsafeMutableRawPointer, _ byteCount: Int) {
      var released: [UnsafeMutableRawPointer] = []
      lock.withLock {
        if byteCount != self.byteCount {
          released = free
          free = []
          self.byteCount = byteCount
        }
        if free.count < min(3, 48_000_000 / byteCount) { free.append(address) } else { released.append(address) }
      }
      for address in released { Foundation.free(address) }
    }
  }
}
