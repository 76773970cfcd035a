import Foundation

/// The bytes of a pixel buffer, and what has to happen when nobody needs them any more.
final class PixelMemory {
  let address: UnsafeMutableRawPointer
  private let release: () -> Void

  /// Takes zeroed memory that starts at a cache line; nil when there is none.
  init?(byteCount: Int) {
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, 64, max(byteCount, 1)) == 0, let memory else { return nil }
    memset(memory, 0, max(byteCount, 1))
    address = memory
    release = { free(memory) }
  }

  /// Uses memory of the caller's.
  init(borrowing address: UnsafeMutableRawPointer, release: @escaping () -> Void) {
    self.address = address
    self.release = release
  }

  deinit { release() }
}
