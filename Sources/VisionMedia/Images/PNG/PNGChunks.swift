internal import CDeflate

/// Iterates over the chunks of a PNG file after its signature (PNG, third edition, section 5).
struct PNGChunks {
  /// A chunk of the file: its type and its bytes.
  struct Chunk {
    /// Nil for chunks that do not affect the pixels.
    let kind: Kind?
    let content: UnsafeRawBufferPointer
  }

  /// The relevant chunk types; the raw value is the four letters of the name.
  enum Kind: Int {
    case header = 0x4948_4452  // IHDR
    case palette = 0x504C_5445  // PLTE
    case transparency = 0x7452_4E53  // tRNS
    case pixels = 0x4944_4154  // IDAT
    case end = 0x4945_4E44  // IEND
  }

  private let file: UnsafeRawBufferPointer
  private var position = 8

  /// Begins after the signature.
  init(of file: UnsafeRawBufferPointer) { self.file = file }

  /// Returns the next chunk and verifies its checksum; nil at the end of the file.
  mutating func next() throws(PNGProblem) -> Chunk? {
    guard position < file.count else { return nil }
    let bytes = ByteReader(file)
    let name = position + 4
    guard let length = bytes.uint32(at: position, .big), let kind = bytes.uint32(at: name, .big),
      let checksum = bytes.uint32(at: name + 4 + length, .big)
    else { throw .damaged("it ends within a chunk") }
    let checked = UnsafeRawBufferPointer(rebasing: file[name..<(name + 4 + length)])
    guard libdeflate_crc32(0, checked.baseAddress, checked.count) == checksum else {
      throw .damaged("a chunk's checksum is wrong")
    }
    position = name + 4 + length + 4
    return Chunk(kind: Kind(rawValue: kind), content: UnsafeRawBufferPointer(rebasing: checked.dropFirst(4)))
  }
}
