import Foundation

/// PNG files of one colour, small whatever their size in pixels.
package enum BlankPNG {
  /// A black RGBA image, of 8 or 16 bits a channel.
  package static func file(width: Int, height: Int, depth: Int = 8) -> Data {
    let header = big(width) + big(height) + [UInt8(depth), 6, 0, 0, 0]
    var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    file += chunk("IHDR", header)
    file += chunk("IDAT", zeros(height * (1 + depth / 2 * width)))
    file += chunk("IEND", [])
    return file
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> Data {
    let checked = Array(name.utf8) + content
    return Data(big(content.count) + checked + big(Int(crc(checked))))
  }

  /// So many zeros as a zlib stream with fixed codes (RFC 1951, 3.2.6): a zero, then copies of 258 zeros. What is missing of a
  /// multiple is filled up with single zeros.
  private static func zeros(_ count: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.write(0b011, count: 3)  // The last block, with fixed codes.
    bits.writeCode(0x30, count: 8)  // A zero.
    for _ in 0..<((count - 1) / 258) {
      bits.writeCode(0xC5, count: 8)  // Length 258
      bits.writeCode(0, count: 5)  // at distance 1.
    }
    for _ in 0..<((count - 1) % 258) { bits.writeCode(0x30, count: 8) }
    bits.writeCode(0, count: 7)  // The end.
    // Adler-32 of zeros: the first sum stays 1, the second counts them.
    return [0x78, 0x01] + bits.bytes + big((count % 65_521) << 16 | 1)
  }

  private struct BitWriter {
    var bytes: [UInt8] = []
    private var used = 8

    /// Writes a number from its lowest bit.
    mutating func write(_ number: Int, count: Int) {
      for index in 0..<count { append(UInt8(number >> index & 1)) }
    }

    /// Writes a code from its highest bit.
    mutating func writeCode(_ code: Int, count: Int) {
      for index in (0..<count).reversed() { append(UInt8(code >> index & 1)) }
    }

    private mutating func append(_ bit: UInt8) {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= bit << UInt8(used)
      used += 1
    }
  }

  private static func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 {
        let carry = value & 1
        value >>= 1
        if carry == 1 { value ^= 0xEDB8_8320 }
      }
    }
    return ~value
  }
}
