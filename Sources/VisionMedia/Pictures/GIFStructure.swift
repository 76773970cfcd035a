/// The blocks that a GIF file is made of. FFmpeg paints what there is of a picture that was cut off.
enum GIFStructure {
  /// Whether all data of the first picture lies within the file.
  static func hasWholePicture(_ bytes: ByteReader) -> Bool {
    guard let flags = bytes.uint8(at: 10) else { return false }
    var position = 13 + tableLength(flags)
    while let block = bytes.uint8(at: position) {
      switch block {
      case 0x21:  // An extension: its kind, then its data.
        guard let next = endOfData(in: bytes, at: position + 2) else { return false }
        position = next
      case 0x2C:  // A picture: place and size, perhaps colours, the size of its codes, then its data.
        guard let flags = bytes.uint8(at: position + 9) else { return false }
        return endOfData(in: bytes, at: position + 11 + tableLength(flags)) != nil
      default: return false
      }
    }
    return false
  }

  /// The bytes of a list of colours, for the flags that announce it.
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
