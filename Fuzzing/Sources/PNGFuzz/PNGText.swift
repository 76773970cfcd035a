import FuzzSupport

/// The bytes of PNG files.
enum PNGText {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The file with the right checksum in each chunk that lies within it.
  static func repaired(_ file: [UInt8]) -> [UInt8] {
    var file = file
    var position = 8
    while position + 12 <= file.count {
      let length = file[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = position + 8 + length
      guard end + 4 <= file.count else { break }
      file.replaceSubrange(end..<(end + 4), with: big(crc(file[(position + 4)..<end])))
      position = end + 4
    }
    return file
  }

  /// A file with a header, a palette, transparency and rows as the input says, the rows packed without compression.
  static func described(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var input = InputNumbers(bytes)
    let size: [UInt8] = big(UInt32(input.integer(in: 0...65))) + big(UInt32(input.integer(in: 0...65)))
    let depth = [1, 2, 4, 8, 16, 3][input.integer(in: 0...5)]
    let header = size + [UInt8(depth), UInt8(input.integer(in: 0...6)), 0, 0, UInt8(input.integer(in: 0...1))]
    var file = signature + chunk("IHDR", header)
    let parts = input.integer(in: 0...7)
    if parts & 1 != 0 { file += chunk("PLTE", input.bytes(input.integer(in: 0...255) * 3)) }
    if parts & 2 != 0 { file += chunk("tRNS", input.bytes(input.integer(in: 0...255))) }
    let rows = stored(input.bytes(1 << 16))
    // In one piece or in two.
    let cut = parts & 4 != 0 ? input.integer(in: 0...7) : 0
    if cut > 0 { file += chunk("IDAT", Array(rows.prefix(cut))) }
    return file + chunk("IDAT", Array(rows.dropFirst(cut))) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    return big(UInt32(content.count)) + checked + big(crc(checked[...]))
  }

  /// A zlib stream of one block as it is (RFC 1950, RFC 1951).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let content = bytes.prefix(0xFFFF)
    let count = UInt16(content.count)
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in content {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    var stream: [UInt8] = [0x78, 0x01, 1]
    for number in [count, ~count] { stream += [UInt8(number & 0xFF), UInt8(number >> 8)] }
    return stream + Array(content) + big(high << 16 | low)
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes { value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8) }
    return ~value
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    var value = UInt32(byte)
    for _ in 0..<8 {
      let carry = value & 1
      value >>= 1
      if carry == 1 { value ^= 0xEDB8_8320 }
    }
    return value
  }
}
