/// The first directory of a TIFF structure, which TIFF files and EXIF data share.
struct TIFFDirectory {
  enum Tag: Int {
    case subfileType = 254
    case imageWidth = 256
    case imageLength = 257
    case bitsPerSample = 258
    case compression = 259
    case stripOffsets = 273
    case orientation = 274
    case stripByteCounts = 279
    case tileOffsets = 324
    case tileByteCounts = 325
  }

  private let bytes: ByteReader
  private let start: Int
  private let order: ByteReader.Order
  private let firstEntry, count: Int
  /// Whether the file has offsets of 64 bits. Its fields are not read.
  private let isBig: Bool

  init?(in bytes: ByteReader, at start: Int, offset: Int? = nil) {
    switch bytes.uint16(at: start, .big) {
    case 0x4949: order = .little
    case 0x4D4D: order = .big
    default: return nil
    }
    isBig = bytes.uint16(at: start + 2, order) == 43
    guard let offset = isBig ? 8 : offset ?? bytes.uint32(at: start + 4, order),
      let count = bytes.uint16(at: start + offset, order)
    else { return nil }
    (self.bytes, self.start, self.count) = (bytes, start, isBig ? 0 : count)
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
      return (0..<length).compactMap { bytes.number(at: first + $0 * width, byteCount: width, order) }
    }
    return nil
  }

  /// Whether another page follows, other than a small copy of this one or its mask.
  var hasFurtherPage: Bool {
    guard let offset = bytes.uint32(at: firstEntry + count * 12, order), offset > 0,
      let next = TIFFDirectory(in: bytes, at: start, offset: offset)
    else { return false }
    return (next.values(.subfileType)?.first ?? 0) & 5 == 0
  }

  /// What FFmpeg does not know of the file, or leaves black in the first page without an error; nil for strips that it
  /// reads.
  var unreadKind: String? {
    if isBig { return "is a BigTIFF" }
    if values(.tileOffsets) != nil { return "consists of tiles" }
    return [6, 7].contains(values(.compression)?.first) ? "consists of JPEG data" : nil
  }

  var isWhole: Bool {
    for (offsetTag, countTag) in [(Tag.stripOffsets, Tag.stripByteCounts), (.tileOffsets, .tileByteCounts)] {
      guard let offsets = values(offsetTag), let counts = values(countTag) else { continue }
      return zip(offsets, counts).allSatisfy { start + $0 + $1 <= bytes.count }
    }
    // Old writers omit the length of a single strip.
    return true
  }
}

/// The blocks of a GIF file. FFmpeg draws what there is of a truncated image.
enum GIFStructure {
  static func hasWholeImage(_ bytes: ByteReader) -> Bool { endOfFirstImage(in: bytes) != nil }
  static func hasSeveralImages(_ bytes: ByteReader) -> Bool {
    endOfFirstImage(in: bytes).flatMap { nextImage(in: bytes, at: $0) } != nil
  }

  private static func endOfFirstImage(in bytes: ByteReader) -> Int? {
    nextImage(in: bytes, at: firstBlock(in: bytes)).flatMap { endOfImage(in: bytes, at: $0) }
  }

  /// The place after the header and its colours; past the end in a file that lacks them.
  private static func firstBlock(in bytes: ByteReader) -> Int {
    bytes.uint8(at: 10).map { 13 + tableLength($0) } ?? bytes.count
  }

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

  /// The place after an image: its place and size, perhaps colours, the size of its codes, then its data.
  private static func endOfImage(in bytes: ByteReader, at start: Int) -> Int? {
    bytes.uint8(at: start + 9).flatMap { endOfData(in: bytes, at: start + 11 + tableLength($0)) }
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

struct WebPStructure {
  let isAnimated: Bool
  let width, height: Int
  let frameDurations: [Int]

  /// Reads the chunks; nil for a file in the simple layout, which holds one image.
  init?(_ bytes: ByteReader) {
    guard bytes.matches("WEBP", at: 8), bytes.matches("VP8X", at: 12), let flags = bytes.uint8(at: 20),
      let width = bytes.uint24(at: 24, .little), let height = bytes.uint24(at: 27, .little)
    else { return nil }
    isAnimated = flags & 2 != 0
    (self.width, self.height) = (width + 1, height + 1)
    frameDurations = FileChunks(ofWebP: bytes).compactMap { chunk in
      chunk.name == "ANMF" ? bytes.uint24(at: chunk.content + 12, .little) : nil
    }
  }
}

/// The length that a Matroska or WebM file states. FFmpeg reports a regular end where such a file was truncated.
enum MatroskaLength {
  static let headerLength = 4096

  static func declared(in bytes: ByteReader) -> Int? {
    // The header's element, then the segment's: each an ID, a length, and the content.
    guard bytes.uint32(at: 0, .big) == 0x1A45_DFA3, let header = length(in: bytes, at: 4) else { return nil }
    let (segment, overflows) = (4 + header.byteCount).addingReportingOverflow(header.value)
    guard !overflows, bytes.uint32(at: segment, .big) == 0x1853_8067, let content = length(in: bytes, at: segment + 4)
    else { return nil }
    let (end, endOverflows) = (segment + 4 + content.byteCount).addingReportingOverflow(content.value)
    return endOverflows ? nil : end
  }

  /// A length of 1 to 8 bytes; the leading zero bits are its size. Nil where all other bits are ones: unknown.
  private static func length(in bytes: ByteReader, at offset: Int) -> (value: Int, byteCount: Int)? {
    guard let first = bytes.uint8(at: offset), first != 0 else { return nil }
    let byteCount = UInt8(first).leadingZeroBitCount + 1
    var value = first & (0xFF >> byteCount)
    var isUnknown = value == 0xFF >> byteCount
    for index in 1..<max(byteCount, 1) {
      guard let next = bytes.uint8(at: offset + index) else { return nil }
      isUnknown = isUnknown && next == 0xFF
      value = value << 8 | next
    }
    return isUnknown ? nil : (value, byteCount)
  }
}
