internal import CVisionPixels

/// The size and the kind of pixels of a PNG image: its chunk IHDR.
struct PNGHeader: Equatable {
  /// The color types, with PNG's numbers.
  enum Color: Int, CaseIterable {
    case gray = 0
    case rgb = 2
    /// Indices of a palette.
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    /// The number of samples of a pixel.
    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// The allowed bits of a sample.
    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  let width: Int
  let height: Int
  let color: Color
  /// The bits of a sample.
  let depth: Int
  /// Whether the pixels are interlaced in seven passes (Adam7).
  let isInterlaced: Bool

  init(width: Int, height: Int, color: Color, depth: Int, isInterlaced: Bool = false) {
    self.width = width
    self.height = height
    self.color = color
    self.depth = depth
    self.isInterlaced = isInterlaced
  }

  /// Reads the first chunk. Undefined values are unusual.
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

  /// The bytes of a pixel, 1 where several share one.
  var pixelBytes: Int { max(color.channels * depth / 8, 1) }

  /// The bytes of a row without its filter byte; the size must have been checked.
  var rowBytes: Int { (width * color.channels * depth + 7) / 8 }

  /// The bytes of all rows with filter bytes; the size must have been checked.
  var filteredBytes: Int { height * (1 + rowBytes) }

  /// The required size of memory for the rows.
  var memoryBytes: Int { filteredBytes + VisionPNGRoom }
}
