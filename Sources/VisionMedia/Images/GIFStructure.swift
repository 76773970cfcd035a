/// The blocks of a GIF file. FFmpeg draws what there is of a truncated image.
enum GIFStructure {
  /// Whether all data of the first image lies within the file.
  static func hasWholeImage(_ bytes: ByteReader) -> Bool {
    guard let first = nextImage(in: bytes, at: firstBlock(in: bytes)) else { return false }
    return endOfImage(in: bytes, at: first) != nil
  }

  /// Whether another image begins after the first one.
  static func hasSeveralImages(_ bytes: ByteReader) -> Bool {
    guard let first = nextImage(in: bytes, at: firstBlock(in: bytes)), let end = endOfImage(in: bytes, at: first)
    else { return false }
    return nextImage(in: bytes, at: end) != nil
  }

  /// The place after the header and its colors; past the end in a file that lacks them.
  private static func firstBlock(in bytes: ByteReader) -> Int {
    bytes.uint8(at: 10).map { 13 + tableLength($0) } ?? bytes.count
  }

  /// The place of the first image from a block on.
  private static func nextImage(in bytes: ByteReader, at start: Int) -> Int? {
    var position = start
    while let block = bytes.uint8(at: position) {
      if block == 0x2C { return position }
      // An extension: its kind, then its data.
      guard block == 0x21, let next = endOfData(in: bytes, at: position + 2) else { return nil }
      position = next
    }
    return nil
  }

  /// The place after an image: its place and size, perhaps colors, the size of its codes, then its data.
  private static func endOfImage(in bytes: ByteReader, at start: Int) -> Int? {
    bytes.uint8(at: start + 9).flatMap { endOfData(in: bytes, at: start + 11 + tableLength($0)) }
  }

  /// The bytes of a list of colors, for the flags that announce it.
  private static func tableLength(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }

  /// The place after a row of pieces, which an empty one ends; nil when the file ends before.
  private static func endOfData(in bytes: ByteReader, at start: Int) -> Int? {
    var position = start
    while let length = bytes.uint8(at: position) {
      position += 1 + length
      if length == 0 { return position }
    }
    return nil
  }
}
