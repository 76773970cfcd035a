/// Numbers read from untrusted bytes; nil where the bytes end before the number does.
struct ByteReader {
  enum Order { case little, big }

  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }
  var count: Int { bytes.count }
  func uint8(at offset: Int) -> Int? { number(at: offset, byteCount: 1, .big) }
  func uint16(at offset: Int, _ order: Order) -> Int? { number(at: offset, byteCount: 2, order) }
  func uint24(at offset: Int, _ order: Order) -> Int? { number(at: offset, byteCount: 3, order) }
  func uint32(at offset: Int, _ order: Order) -> Int? { number(at: offset, byteCount: 4, order) }

  func matches(_ text: String, at offset: Int) -> Bool {
    guard offset >= 0, offset <= bytes.count - text.utf8.count else { return false }
    return bytes[offset..<(offset + text.utf8.count)].elementsEqual(text.utf8)
  }

  func number(at offset: Int, byteCount: Int, _ order: Order) -> Int? {
    guard offset >= 0, offset <= bytes.count - byteCount else { return nil }
    return (0..<byteCount).reduce(0) { value, index in
      value << 8 | Int(bytes[offset + (order == .big ? index : byteCount - 1 - index)])
    }
  }
}

/// The chunks of a PNG or WebP file. Nothing is verified: a chunk may reach beyond the end of the file.
struct FileChunks: Sequence, IteratorProtocol {
  struct Chunk {
    let name: String
    let content, end: Int
  }

  private let bytes: ByteReader
  private let isPNG: Bool
  private var position: Int

  /// From the end of the signature on, or another place.
  init(ofPNG bytes: ByteReader, at position: Int = 8) { (self.bytes, isPNG, self.position) = (bytes, true, position) }
  init(ofWebP bytes: ByteReader) { (self.bytes, isPNG, position) = (bytes, false, 12) }

  mutating func next() -> Chunk? {
    let (name, size) = isPNG ? (position + 4, position) : (position, position + 4)
    guard let length = bytes.uint32(at: size, isPNG ? .big : .little) else { return nil }
    let letters = (0..<4).map { UInt8(bytes.uint8(at: name + $0) ?? 0) }
    let content = position + 8
    // A checksum follows in PNG files, a byte after an odd length in WebP files.
    position = content + length + (isPNG ? 4 : length % 2)
    return Chunk(name: String(decoding: letters, as: UTF8.self), content: content, end: position)
  }
}

/// The segments of a JPEG file before its first scan, each with the position of its contents. Nothing is verified.
struct JPEGSegments: Sequence, IteratorProtocol {
  private let bytes: ByteReader
  private var position = 2

  init(_ bytes: ByteReader) { self.bytes = bytes }

  mutating func next() -> (marker: Int, content: Int)? {
    // Fill bytes may stand before a marker.
    while bytes.uint16(at: position, .big) == 0xFFFF { position += 1 }
    guard let marker = bytes.uint16(at: position, .big), marker & 0xFF00 == 0xFF00, marker != 0xFFDA, marker != 0xFFD9,
      let length = bytes.uint16(at: position + 2, .big), length >= 2
    else { return nil }
    defer { position += 2 + length }
    return (marker, position + 4)
  }

  /// Whether a marker is that of a frame header (SOF). Coding tables have markers in their range.
  static func isFrameHeader(_ marker: Int) -> Bool {
    (0xFFC0...0xFFCF).contains(marker) && ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker)
  }
}
