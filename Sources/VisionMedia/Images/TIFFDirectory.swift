/// The first directory of a TIFF structure, which TIFF files and EXIF data share.
struct TIFFDirectory {
  /// The relevant tags.
  enum Tag: Int {
    case imageWidth = 256
    case imageLength = 257
    case stripOffsets = 273
    case orientation = 274
    case stripByteCounts = 279
    case tileOffsets = 324
    case tileByteCounts = 325
  }

  private let bytes: ByteReader
  private let start: Int
  private let order: ByteReader.Order
  private let firstEntry: Int
  private let count: Int

  /// Finds the directory of the structure at `start`; nil if there is none.
  init?(in bytes: ByteReader, at start: Int) {
    switch bytes.uint16(at: start, .big) {
    case 0x4949: order = .little
    case 0x4D4D: order = .big
    default: return nil
    }
    guard let offset = bytes.uint32(at: start + 4, order), let count = bytes.uint16(at: start + offset, order) else {
      return nil
    }
    self.bytes = bytes
    self.start = start
    self.count = count
    firstEntry = start + offset + 2
  }

  /// The 16- or 32-bit values of a field; nil if it is absent, of another type, or extends beyond the end.
  func values(_ tag: Tag) -> [Int]? {
    for entry in (0..<count).lazy.map({ firstEntry + $0 * 12 }) where bytes.uint16(at: entry, order) == tag.rawValue {
      guard let type = bytes.uint16(at: entry + 2, order), type == 3 || type == 4,
        let length = bytes.uint32(at: entry + 4, order)
      else { return nil }
      let width = type == 3 ? 2 : 4
      var first = entry + 8
      if length * width > 4 {
        guard let offset = bytes.uint32(at: entry + 8, order) else { return nil }
        first = start + offset
      }
      guard first + length * width <= bytes.count else { return nil }
      return (0..<length).compactMap { index in
        width == 2
          ? bytes.uint16(at: first + index * 2, order) : bytes.uint32(at: first + index * 4, order)
      }
    }
    return nil
  }

  /// Whether all pixel data listed in the directory is within the file.
  var isWhole: Bool {
    for (offsetTag, countTag) in [(Tag.stripOffsets, Tag.stripByteCounts), (.tileOffsets, .tileByteCounts)] {
      guard let offsets = values(offsetTag), let counts = values(countTag) else { continue }
      return zip(offsets, counts).allSatisfy { start + $0 + $1 <= bytes.count }
    }
    // Old writers omit the length of a single strip.
    return true
  }
}
