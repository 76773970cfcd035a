/// Reads a pixel as three 20-bit lanes of one word (red lowest), so that one addition serves all channels.
///
/// A lane holds the sum of 64 by 64 bytes without overflow into its neighbour.
protocol PixelReader {
  static var bytesPerPixel: Int { get }
  static func pixel(_ address: UnsafeRawPointer) -> UInt64
}

/// Bytes 0, 1, 2 of `word` to lanes 0, 1, 2.
@inline(__always)
private func lanes(_ word: UInt64) -> UInt64 {
  (word & 0xFF) | (word & 0xFF00) << 12 | (word & 0xFF_0000) << 24
}

enum RGBReader: PixelReader {
  static var bytesPerPixel: Int { 3 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    let low = UInt64(UInt16(littleEndian: address.loadUnaligned(as: UInt16.self)))
    return lanes(low | UInt64(address.load(fromByteOffset: 2, as: UInt8.self)) << 16)
  }
}

enum RGBAReader: PixelReader {
  static var bytesPerPixel: Int { 4 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    lanes(UInt64(UInt32(littleEndian: address.loadUnaligned(as: UInt32.self))))
  }
}

enum BGRAReader: PixelReader {
  static var bytesPerPixel: Int { 4 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    let word = UInt64(UInt32(littleEndian: address.loadUnaligned(as: UInt32.self)))
    return (word >> 16 & 0xFF) | (word & 0xFF00) << 12 | (word & 0xFF) << 40
  }
}

enum GrayReader: PixelReader {
  static var bytesPerPixel: Int { 1 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    UInt64(address.load(as: UInt8.self)) &* 0x100_0010_0001
  }
}
