/// Reads pixels as three 20-bit lanes of one word (red lowest), so that one multiplication weights all channels.
///
/// A lane takes 255 · 32 · 32 + 512 without touching its neighbour.
protocol PixelReader {
  static var bytesPerPixel: Int { get }
  /// The pixels that `pair` may touch, counted from the first: the load is wider than two pixels.
  static var pairReach: Int { get }
  static func pixel(_ address: UnsafeRawPointer) -> UInt64
  /// The pixel at `address` and its right neighbour.
  static func pair(_ address: UnsafeRawPointer) -> (UInt64, UInt64)
}

/// Bytes 0, 1, 2 of `word` to lanes 0, 1, 2.
@inline(__always)
private func lanes(_ word: UInt64) -> UInt64 {
  (word & 0xFF) | (word & 0xFF00) << 12 | (word & 0xFF_0000) << 24
}

/// Bytes 2, 1, 0 of `word` to lanes 0, 1, 2.
@inline(__always)
private func reversedLanes(_ word: UInt64) -> UInt64 {
  (word >> 16 & 0xFF) | (word & 0xFF00) << 12 | (word & 0xFF) << 40
}

enum RGBReader: PixelReader {
  static var bytesPerPixel: Int { 3 }
  static var pairReach: Int { 3 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    let low = UInt64(address.loadUnaligned(as: UInt16.self))
    return lanes(low | UInt64(address.load(fromByteOffset: 2, as: UInt8.self)) << 16)
  }

  @inline(__always)
  static func pair(_ address: UnsafeRawPointer) -> (UInt64, UInt64) {
    let word = UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))
    return (lanes(word), lanes(word >> 24))
  }
}

enum RGBAReader: PixelReader {
  static var bytesPerPixel: Int { 4 }
  static var pairReach: Int { 2 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    lanes(UInt64(UInt32(littleEndian: address.loadUnaligned(as: UInt32.self))))
  }

  @inline(__always)
  static func pair(_ address: UnsafeRawPointer) -> (UInt64, UInt64) {
    let word = UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))
    return (lanes(word), lanes(word >> 32))
  }
}

enum BGRAReader: PixelReader {
  static var bytesPerPixel: Int { 4 }
  static var pairReach: Int { 2 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    reversedLanes(UInt64(UInt32(littleEndian: address.loadUnaligned(as: UInt32.self))))
  }

  @inline(__always)
  static func pair(_ address: UnsafeRawPointer) -> (UInt64, UInt64) {
    let word = UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))
    return (reversedLanes(word), reversedLanes(word >> 32))
  }
}

enum GrayReader: PixelReader {
  static var bytesPerPixel: Int { 1 }
  static var pairReach: Int { 2 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    UInt64(address.load(as: UInt8.self)) &* 0x100_0010_0001
  }

  @inline(__always)
  static func pair(_ address: UnsafeRawPointer) -> (UInt64, UInt64) {
    (pixel(address), pixel(address + 1))
  }
}
