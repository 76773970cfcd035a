/// Memory for images of one size and format, reused when an image is released. Rows are padded to whole cache lines.
final class PixelBufferPool: Sendable {
  let width, height: Int
  private let format: PixelFormat
  private let bytesPerRow, capacity: Int
  private let free = Locked<[UnsafeMutableRawPointer]>([])

  init(width: Int, height: Int, format: PixelFormat, capacity: Int) {
    (self.width, self.height, self.format, self.capacity) = (width, height, format, capacity)
    bytesPerRow = (width * format.bytesPerPixel + 63) & ~63
  }

  deinit {
    for address in free.exchange([]) { address.deallocate() }
  }

  /// Makes an image, whose memory returns to the pool when it is released. Behind the last pixel is another cache line.
  func makeImage(
    _ fill: (_ address: UnsafeMutableRawPointer, _ bytesPerRow: Int) throws -> Void
  ) throws -> ImageBuffer {
    let unused = free.withLock { $0.popLast() }
    // Safe: from here on only the image uses it.
    nonisolated(unsafe) let address = unused ?? .allocate(byteCount: bytesPerRow * height + 64, alignment: 64)
    do {
      try fill(address, bytesPerRow)
    } catch {
      giveBack(address)
      throw error
    }
    return try ImageBuffer(
      borrowing: address, width: width, height: height, bytesPerRow: bytesPerRow, format: format,
      release: { self.giveBack(address) })
  }

  private func giveBack(_ address: UnsafeMutableRawPointer) {
    let isKept = free.withLock { free in
      guard free.count < capacity else { return false }
      free.append(address)
      return true
    }
    if !isKept { address.deallocate() }
  }
}

/// The pixels of a canvas, which the finished image takes over. Fresh pages take longer than copying a frame, so up to
/// three released buffers of one size, 48 MB in all, are kept for the next canvas.
final class CanvasMemory: Sendable {
  // Safe: drawing needs the canvas, which cannot be copied; afterwards the pixels are only read.
  nonisolated(unsafe) let address: UnsafeMutableRawPointer
  private let byteCount: Int

  init(byteCount: Int, purpose: @autoclosure () -> String) throws {
    guard let address = Spares.shared.withLock({ $0.take(byteCount) }) ?? Self.allocate(byteCount) else {
      throw TasksError.outOfMemory(purpose())
    }
    (self.address, self.byteCount) = (address, byteCount)
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

    /// Returns the buffers that are not kept, for the caller to free.
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
