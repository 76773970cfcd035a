internal import CDeflate
internal import CVisionPixels

enum PNGProblem: Error, Equatable {
  /// The image is damaged or truncated; the text completes a sentence.
  case damaged(String)
  /// It needs FFmpeg's decoder.
  case unusual
}

/// The parts of a PNG file that its pixels are made of. The file's bytes must outlive it.
struct PNGFile {
  let header: PNGHeader
  private(set) var palette = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The alpha of a palette's first colours, or the one transparent colour; nil without transparency.
  private(set) var transparency: UnsafeRawBufferPointer?
  private(set) var pixels: [UnsafeRawBufferPointer] = []

  init(_ bytes: UnsafeRawBufferPointer, checking check: (PNGHeader) throws -> Void) throws {
    var chunks = PNGChunks(of: bytes)
    guard let first = try chunks.next() else { throw PNGProblem.damaged("it ends after its signature") }
    header = try PNGHeader(first)
    try check(header)
    guard !header.isInterlaced else { throw PNGProblem.unusual }
    // A missing end chunk is tolerated, since all pixels are there.
    reading: while let chunk = try chunks.next() {
      switch chunk.kind {
      case .header: throw PNGProblem.damaged("it has two headers")
      case .palette where header.color == .palette: palette = chunk.content
      case .transparency: transparency = chunk.content
      case .pixels: pixels.append(chunk.content)
      case .end: break reading
      case .palette, nil: break  // What others may reduce an image to; texts, times, profiles.
      }
    }
    try checkParts()
  }

  private func checkParts() throws(PNGProblem) {
    guard !pixels.isEmpty else { throw .damaged("it has no pixels") }
    guard header.color != .palette || !palette.isEmpty && palette.count % 3 == 0 && palette.count <= 768 else {
      throw .damaged("its palette has \(palette.count.counted("byte"))")
    }
    guard let transparency else { return }
    let isRight =
      switch header.color {
      case .palette: transparency.count <= 256
      case .gray, .rgb: transparency.count == 2 * header.color.channels
      case .grayAlpha, .rgba: false
      }
    guard isRight else { throw .damaged("its transparency chunk does not match its color type") }
  }

  /// Writes the rows one after another to `header.memoryBytes` of memory, in which they are also decompressed.
  func unpackRows(into memory: UnsafeMutableRawBufferPointer) throws {
    guard memory.count >= header.memoryBytes, let rows = memory.baseAddress else {
      throw TasksError.internalFailure("\(memory.count) bytes are too few for the rows of a PNG image.")
    }
    try withPixelsInOnePiece { try inflate($0, to: rows) }
    let isUndone = vision_png_undo_filters(
      rows.assumingMemoryBound(to: UInt8.self), Int64(header.rowBytes), Int64(header.height), Int32(header.pixelBytes))
    guard isUndone else { throw PNGProblem.damaged("a row has an unknown filter") }
  }

  /// The maximum expansion of a byte of compressed data: 258 bytes take at least two bits.
  private static let maxBytesPerDeflatedByte = 1032

  /// Whether there is enough data for the image; checked before memory is allocated for it.
  var canHoldPixels: Bool { pixels.reduce(0) { $0 + $1.count } >= header.filteredBytes / Self.maxBytesPerDeflatedByte }

  private func inflate(_ packed: UnsafeRawBufferPointer, to rows: UnsafeMutableRawPointer) throws {
    guard let decompressor = libdeflate_alloc_decompressor() else { throw TasksError.outOfMemory("the PNG decoder") }
    defer { libdeflate_free_decompressor(decompressor) }
    // Without a pointer for the count, exactly as many bytes have to be decompressed.
    switch libdeflate_zlib_decompress(decompressor, packed.baseAddress, packed.count, rows, header.filteredBytes, nil) {
    case LIBDEFLATE_SUCCESS: return
    case LIBDEFLATE_SHORT_OUTPUT: throw PNGProblem.damaged("its last rows are missing")
    // More rows than the header states; most readers ignore them.
    case LIBDEFLATE_INSUFFICIENT_SPACE: throw PNGProblem.unusual
    default: throw PNGProblem.damaged("its compressed data is wrong or cut off")
    }
  }

  private func withPixelsInOnePiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    if let only = pixels.first, pixels.count == 1 { return try body(only) }
    var whole: [UInt8] = []
    whole.reserveCapacity(pixels.reduce(0) { $0 + $1.count })
    for piece in pixels { whole += piece }
    try whole.withUnsafeBytes(body)
  }
}

struct PNGHeader: Equatable {
  enum Color: Int, CaseIterable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  let width, height: Int
  let color: Color
  let depth: Int
  var isInterlaced = false
}

extension PNGHeader {
  init(_ chunk: PNGChunks.Chunk) throws(PNGProblem) {
    let bytes = ByteReader(chunk.content)
    guard chunk.kind == .header, bytes.count == 13, let width = bytes.uint32(at: 0, .big),
      let height = bytes.uint32(at: 4, .big), let depth = bytes.uint8(at: 8),
      let color = bytes.uint8(at: 9).flatMap(Color.init), color.depths.contains(depth),
      // The only defined compression and filter methods.
      bytes.uint8(at: 10) == 0, bytes.uint8(at: 11) == 0, let interlacing = bytes.uint8(at: 12), interlacing <= 1
    else { throw .unusual }
    guard width > 0, height > 0 else { throw .damaged("it has no pixels") }
    self.init(width: width, height: height, color: color, depth: depth, isInterlaced: interlacing == 1)
  }

  var pixelBytes: Int { max(color.channels * depth / 8, 1) }
  /// The bytes of a row without its filter byte; the size must have been checked.
  var rowBytes: Int { (width * color.channels * depth + 7) / 8 }
  var filteredBytes: Int { height * (1 + rowBytes) }
  var memoryBytes: Int { filteredBytes + VisionPNGRoom }
}

/// Iterates over the chunks of a PNG file after its signature (PNG, third edition, section 5).
struct PNGChunks {
  /// The kind is nil for chunks that do not affect the pixels.
  typealias Chunk = (kind: Kind?, content: UnsafeRawBufferPointer)

  enum Kind: Int {
    case header = 0x4948_4452  // IHDR
    case palette = 0x504C_5445  // PLTE
    case transparency = 0x7452_4E53  // tRNS
    case pixels = 0x4944_4154  // IDAT
    case end = 0x4945_4E44  // IEND
  }

  private let file: UnsafeRawBufferPointer
  private var position = 8

  init(of file: UnsafeRawBufferPointer) { self.file = file }

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
    return (Kind(rawValue: kind), UnsafeRawBufferPointer(rebasing: checked.dropFirst(4)))
  }
}
