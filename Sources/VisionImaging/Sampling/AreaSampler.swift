/// Shrinks upright parts of images to a small number of cells, each the mean of its pixels.
///
/// Where a cell covers more than `maximumTaps` pixels in a direction, as many are sampled evenly: the cost of a large
/// part does not grow with the image. Parts smaller than the cells repeat pixels.
package struct AreaSampler: Sendable {
  /// The maximum pixels of a cell that are read, in each direction; lanes of 20 bits hold the sum of 64 by 64.
  package static let maximumTaps = 64

  /// The cells in a row.
  package let columns: Int
  /// The rows of cells.
  package let rows: Int
  private let taps: Int

  /// Makes a sampler; `taps` is limited to 1...`maximumTaps`.
  package init(columns: Int, rows: Int, taps: Int = maximumTaps) {
    self.columns = columns
    self.rows = rows
    self.taps = min(max(taps, 1), Self.maximumTaps)
  }

  /// Writes the mean of each cell, row by row, rounded to the nearest byte: red in the lowest byte, then green and
  /// blue.
  ///
  /// - Parameters:
  ///   - x: The columns of the part; columns outside the image are ignored.
  ///   - y: The rows of the part, likewise.
  ///   - image: The image.
  ///   - cells: Room for `columns * rows` colours.
  /// - Returns: Whether the part overlaps the image; else `cells` is not written.
  package func sample(
    x: Range<Int>, y: Range<Int>, of image: ImageBuffer, into cells: UnsafeMutableBufferPointer<UInt32>
  ) -> Bool {
    let columnTaps = taps(of: x.clamped(to: 0..<image.width), cells: columns)
    let rowTaps = taps(of: y.clamped(to: 0..<image.height), cells: rows)
    guard !columnTaps.isEmpty, !rowTaps.isEmpty, cells.count >= columns * rows, let target = cells.baseAddress else {
      return false
    }
    image.withUnsafeBytes { bytes in
      guard let pixels = bytes.baseAddress else { return }
      let source = Source(pixels: pixels, bytesPerRow: image.bytesPerRow)
      switch image.format {
      case .rgb: source.average(columnTaps, rowTaps, RGBReader.self, target)
      case .rgba: source.average(columnTaps, rowTaps, RGBAReader.self, target)
      case .bgra: source.average(columnTaps, rowTaps, BGRAReader.self, target)
      case .gray: source.average(columnTaps, rowTaps, GrayReader.self, target)
      }
    }
    return true
  }

  /// The pixels that a cell reads in one direction: `count` of them, `step` apart.
  private struct Taps {
    let first: Int
    let step: Int
    let count: Int
  }

  private func taps(of extent: Range<Int>, cells: Int) -> [Taps] {
    guard !extent.isEmpty else { return [] }
    return (0..<cells).map { cell in
      let start = extent.lowerBound + cell * extent.count / cells
      let length = max(1, extent.lowerBound + (cell + 1) * extent.count / cells - start)
      let step = (length + taps - 1) / taps
      let count = (length + step - 1) / step
      // The remainder is split between both sides.
      return Taps(first: start + (length - 1 - (count - 1) * step) / 2, step: step, count: count)
    }
  }

  private struct Source {
    let pixels: UnsafeRawPointer
    let bytesPerRow: Int

    @inline(__always)
    func average<Reader: PixelReader>(
      _ columns: [Taps], _ rows: [Taps], _ reader: Reader.Type, _ cells: UnsafeMutablePointer<UInt32>
    ) {
      var cell = cells
      for row in rows {
        let start = pixels + row.first &* bytesPerRow
        for column in columns {
          var sum: UInt64 = 0
          var line = start + column.first &* Reader.bytesPerPixel
          for _ in 0..<row.count {
            var address = line
            for _ in 0..<column.count {
              sum &+= Reader.pixel(address)
              address += column.step &* Reader.bytesPerPixel
            }
            line += row.step &* bytesPerRow
          }
          cell.pointee = Self.mean(sum, of: row.count &* column.count)
          cell += 1
        }
      }
    }

    /// The three 20-bit sums, divided and rounded.
    @inline(__always)
    private static func mean(_ sum: UInt64, of count: Int) -> UInt32 {
      let lanes = SIMD4<UInt32>(
        UInt32(truncatingIfNeeded: sum & 0xF_FFFF), UInt32(truncatingIfNeeded: sum &>> 20 & 0xF_FFFF),
        UInt32(truncatingIfNeeded: sum &>> 40 & 0xF_FFFF), 0)
      guard count > 1 else { return lanes.x | lanes.y &<< 8 | lanes.z &<< 16 }
      let divisor = UInt32(truncatingIfNeeded: count)
      let half = divisor / 2
      return (lanes.x &+ half) / divisor | ((lanes.y &+ half) / divisor) &<< 8 | ((lanes.z &+ half) / divisor) &<< 16
    }
  }
}

/// Reads a pixel as three 20-bit lanes of one word (red lowest), so that one addition serves all channels.
///
/// A lane holds the sum of 64 by 64 bytes without overflow into its neighbour.
protocol PixelReader {
  static var bytesPerPixel: Int { get }
  static func pixel(_ address: UnsafeRawPointer) -> UInt64
}

/// Bytes 0, 1, 2 of `word` to lanes 0, 1, 2.
@inline(__always)
private func lanes(_ word: UInt64) -> UInt64 {
  (word & 0xFF) | (word & 0xFF00) << 12 | (word & 0xFF_0000) << 24
}

enum RGBReader: PixelReader {
  static var bytesPerPixel: Int { 3 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    let low = UInt64(UInt16(littleEndian: address.loadUnaligned(as: UInt16.self)))
    return lanes(low | UInt64(address.load(fromByteOffset: 2, as: UInt8.self)) << 16)
  }
}

enum RGBAReader: PixelReader {
  static var bytesPerPixel: Int { 4 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    lanes(UInt64(UInt32(littleEndian: address.loadUnaligned(as: UInt32.self))))
  }
}

enum BGRAReader: PixelReader {
  static var bytesPerPixel: Int { 4 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    let word = UInt64(UInt32(littleEndian: address.loadUnaligned(as: UInt32.self)))
    return (word >> 16 & 0xFF) | (word & 0xFF00) << 12 | (word & 0xFF) << 40
  }
}

enum GrayReader: PixelReader {
  static var bytesPerPixel: Int { 1 }

  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> UInt64 {
    UInt64(address.load(as: UInt8.self)) &* 0x100_0010_0001
  }
}
