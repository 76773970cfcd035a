import Foundation
import VisionErrors

/// A canvas's pixels, which outlive the canvas in the picture that it becomes.
final class CanvasMemory: Sendable {
  // Safe: whoever draws holds the canvas, which cannot be copied; after it the pixels are only read.
  nonisolated(unsafe) let address: UnsafeMutableRawPointer

  /// Allocates memory of undefined content that starts at a cache line.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` without memory.
  init(byteCount: Int, purpose: @autoclosure () -> String) throws {
    var address: UnsafeMutableRawPointer?
    guard posix_memalign(&address, 64, byteCount) == 0, let address else { throw FFmpegError.outOfMemory(purpose()) }
    self.address = address
  }

  deinit { free(address) }
}
