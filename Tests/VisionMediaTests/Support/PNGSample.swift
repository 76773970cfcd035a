import CDeflate
import Foundation
import TestSupport
import VisionImaging

@testable import VisionMedia

/// PNG files of every kind, written plainly: rows of random samples, filtered by the standard's words.
struct PNGSample {
  let header: PNGHeader
  /// The bytes of each row before its filter.
  let rows: [[UInt8]]
  /// The filter of each row.
  let filters: [Int]
  var palette: [UInt8] = []
  var transparency: [UInt8] = []
  /// The longest piece that the compressed data is cut into.
  var pieceLength = Int.max

  /// A picture of random samples. `filter` is that of all rows, nil takes each in turn.
  init(width: Int, height: Int, color: PNGHeader.Color, depth: Int, filter: Int? = nil) {
    let header = PNGHeader(width: width, height: height, color: color, depth: depth)
    var random = SeededGenerator(seed: UInt64(width * 1000 + height * 100 + color.rawValue * 10 + depth))
    self.header = header
    rows = (0..<height).map { _ in (0..<header.rowBytes).map { _ in .random(in: 0...255, using: &random) } }
    filters = (0..<height).map { filter ?? $0 % 5 }
    if color == .palette {
      palette = (0..<(3 << depth)).map { _ in .random(in: 0...255, using: &random) }
    }
  }

  /// A gray picture of 16 bits a sample, with the given rows of samples.
  init(gray16 samples: [[Int]]) {
    header = PNGHeader(width: samples.first?.count ?? 0, height: samples.count, color: .gray, depth: 16)
    rows = samples.map { $0.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    filters = samples.map { _ in 0 }
  }

  /// The whole file.
  func file() -> Data {
    let size = Self.bigEndian(header.width) + Self.bigEndian(header.height)
    var file = Self.signature + Self.chunk("IHDR", size + [UInt8(header.depth), UInt8(header.color.rawValue), 0, 0, 0])
    if !palette.isEmpty { file += Self.chunk("PLTE", palette) }
    if !transparency.isEmpty { file += Self.chunk("tRNS", transparency) }
    let packed = Self.compressed(filteredRows())
    for start in stride(from: 0, to: packed.count, by: min(pieceLength, packed.count)) {
      file += Self.chunk("IDAT", Array(packed[start..<min(start + min(pieceLength, packed.count), packed.count)]))
    }
    return Data(file + Self.chunk("IEND", []))
  }

  /// The rows as they are compressed.
  func filteredRows() -> [UInt8] {
    rows.indices.flatMap { y in
      [UInt8(filters[y])]
        + rows[y].indices.map { x in
          let left = x < header.pixelBytes ? 0 : Int(rows[y][x - header.pixelBytes])
          let upper = y == 0 ? 0 : Int(rows[y - 1][x])
          let corner = x < header.pixelBytes || y == 0 ? 0 : Int(rows[y - 1][x - header.pixelBytes])
          let guess =
            switch filters[y] {
            case 1: left
            case 2: upper
            case 3: (left + upper) / 2
            case 4: Self.paeth(left, upper, corner)
            default: 0
            }
          return rows[y][x] &- UInt8(guess)
        }
    }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A chunk with its right checksum.
  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return bigEndian(content.count) + named + bigEndian(Int(libdeflate_crc32(0, named, named.count)))
  }

  /// The bytes as a zlib stream.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    let compressor = libdeflate_alloc_compressor(6)
    defer { libdeflate_free_compressor(compressor) }
    var packed = [UInt8](repeating: 0, count: libdeflate_zlib_compress_bound(compressor, bytes.count))
    let count = libdeflate_zlib_compress(compressor, bytes, bytes.count, &packed, packed.count)
    return Array(packed.prefix(count))
  }

  static func bigEndian(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Array($0) }
  }

  private static func paeth(_ left: Int, _ upper: Int, _ corner: Int) -> Int {
    let guess = left + upper - corner
    let distances = [left, upper, corner].map { abs(guess - $0) }
    return distances[0] <= distances[1] && distances[0] <= distances[2]
      ? left : distances[1] <= distances[2] ? upper : corner
  }
}
