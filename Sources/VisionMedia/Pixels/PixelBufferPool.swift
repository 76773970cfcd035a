/// Memory for images of one size and format, reused when an image is released. Rows are padded to whole cache lines.
final class PixelBufferPool: Sendable {
  let width, height: Int
  private let format: PixelFormat
  private let bytesPerRow, capacity: Int
  private let spares = Locked<[UnsafeMutableRawPointer]>([])

  init(width: Int, height: Int, format: PixelFormat, capacity: Int) {
    (self.width, self.height, self.format, self.capacity) = (width, height, format, capacity)
    bytesPerRow = (width * format.bytesPerPixel + 63) & ~63
  }

  deinit {
    for address in spares.exchange([]) { free(address) }
  }

  /// Makes an image, whose memory returns to the pool when it is released. Behind the last pixel is another cache line.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is no memory for it; what `fill` throws.
  func makeImage(
    _ fill: (_ address: UnsafeMutableRawPointer, _ bytesPerRow: Int) throws -> Void
  ) throws -> ImageBuffer {
    let spare = spares.withLock { $0.popLast() }
    guard let memory = spare ?? allocateLines(bytesPerRow * height + 64) else {
      throw TasksError.outOfMemory("an image of \(width) x \(height) pixels")
    }
    // Safe: from here on only the image uses it.
    nonisolated(unsafe) let address = memory
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
    let isKept = spares.withLock { spares in
      guard spares.count < capacity else { return false }
      spares.append(address)
      return true
    }
    if !isKept { free(address) }
  }
}

/// The pixels of a canvas, which the finished image takes over. Fresh pages take longer than copying a frame, so up to
/// three released buffers of one size, 48 MB in all, are kept for the next canvas.
final class CanvasMemory: Sendable {
  // Safe: drawing needs the canvas, which cannot be copied; afterwards the pixels are only read.
  nonisolated(unsafe) let address: UnsafeMutableRawPointer
  private let byteCount: Int
  /// Unused buffers, all of the size released last.
  private static let spares = Locked<(byteCount: Int, free: [UnsafeMutableRawPointer])>((0, []))

  init(byteCount: Int, purpose: @autoclosure () -> String) throws {
    let spare = Self.spares.withLock { $0.byteCount == byteCount ? $0.free.popLast() : nil }
    guard let address = spare ?? allocateLines(byteCount) else {
      throw TasksError.outOfMemory(purpose())
    }
    (self.address, self.byteCount) = (address, byteCount)
  }

  deinit {
    let released = Self.spares.withLock { spares in
      var released: [UnsafeMutableRawPointer] = []
      if byteCount != spares.byteCount { swap(&released, &spares.free) }
      spares.byteCount = byteCount
      if spares.free.count < min(3, 48_000_000 / byteCount) {
        spares.free.append(address)
      } else {
        released.append(address)
      }
      return released
    }
    for address in released { free(address) }
  }
}

/// Memory that begins at a cache line and is freed by the C library; nil when the system has none. Swift's own
/// allocation would end the process then.
private func allocateLines(_ byteCount: Int) -> UnsafeMutableRawPointer? {
  var address: UnsafeMutableRawPointer?
  return posix_memalign(&address, 64, byteCount) == 0 ? address : nil
}
