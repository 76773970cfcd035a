import Foundation

/// Memory for pictures of one size that is used again when a picture is let go.
///
/// Sendable although it holds raw pointers: the list of free memory is touched only under the lock, and memory is in the
/// list only while nobody uses it.
final class PixelBufferPool: @unchecked Sendable {
  let byteCount: Int
  private let capacity: Int
  private let lock = NSLock()
  private var free: [UnsafeMutableRawPointer] = []

  /// Makes a pool.
  ///
  /// - Parameters:
  ///   - byteCount: The size of one picture.
  ///   - capacity: How many unused pieces are kept for later.
  init(byteCount: Int, capacity: Int) {
    self.byteCount = byteCount
    self.capacity = capacity
    free.reserveCapacity(capacity)
  }

  deinit {
    for address in free { address.deallocate() }
  }

  /// Memory of undefined content, with a cache line to spare for vector code that writes past the last pixel.
  func take() -> UnsafeMutableRawPointer {
    lock.withLock { free.popLast() } ?? .allocate(byteCount: byteCount + 64, alignment: 64)
  }

  /// Takes memory back from whoever had taken it.
  func give(back address: UnsafeMutableRawPointer) {
    let isKept = lock.withLock {
      guard free.count < capacity else { return false }
      free.append(address)
      return true
    }
    if !isKept { address.deallocate() }
  }

  /// A row's length rounded up to whole cache lines.
  static func paddedRow(_ byteCount: Int) -> Int { (byteCount + 63) & ~63 }
}
