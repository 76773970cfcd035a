/// Numbers read from untrusted bytes; nil where the bytes end before the number does.
struct ByteReader {
  /// The byte order of a number.
  enum Order {
    case little
    case big
  }

  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The number of bytes.
  var count: Int { bytes.count }

  func uint8(at offset: Int) -> Int? { number(at: offset, byteCount: 1, .big) }
  func uint16(at offset: Int, _ order: Order) -> Int? { number(at: offset, byteCount: 2, order) }
  func uint32(at offset: Int, _ order: Order) -> Int? { number(at: offset, byteCount: 4, order) }

  /// Whether the text's bytes are at an offset.
  func matches(_ text: String, at offset: Int) -> Bool {
    guard offset >= 0, offset <= bytes.count - text.utf8.count else { return false }
    return bytes[offset..<(offset + text.utf8.count)].elementsEqual(text.utf8)
  }

  private func number(at offset: Int, byteCount: Int, _ order: Order) -> Int? {
    guard offset >= 0, offset <= bytes.count - byteCount else { return nil }
    return (0..<byteCount).reduce(0) { value, index in
      value << 8 | Int(bytes[offset + (order == .big ? index : byteCount - 1 - index)])
    }
  }
}
