import VisionCore

/// A pool of memory for images of one size, reused when an image is released.
final class PixelBufferPool: Sendable {
  let byteCount: Int
  private let capacity: Int
  /// Unused memory.
  private let free: Locked<[UnsafeMutableRawPointer]>

  /// Makes a pool.
  ///
  /// - Parameters:
  ///   - byteCount: The size of one image.
  ///   - capacity: The maximum number of unused buffers.
  init(byteCount: Int, capacity: Int) {
    self.byteCount = byteCount
    self.capacity = capacity
    var free: [UnsafeMutableRawPointer] = []
    free.reserveCapacity(capacity)
    self.free = Locked(free)
  }

  deinit {
    free.withLock { free in
      for address in free { address.deallocate() }
    }
  }

  /// Returns uninitialized memory, with an extra cache line for vector code that writes past the last pixel.
  func take() -> UnsafeMutableRawPointer {
    free.withLock { $0.popLast() } ?? .allocate(byteCount: byteCount + 64, alignment: 64)
  }

  /// Returns memory from `take()` to the pool.
  func give(back address: UnsafeMutableRawPointer) {
    let isKept = free.withLock { free in
      guard free.count < capacity else { return false }
      free.append(address)
      return true
    }
    if !isKept { address.deallocate() }
  }

  /// A row's length rounded up to whole cache lines.
  static func paddedRow(_ byteCount: Int) -> Int { (byteCount + 63) & ~63 }
}
