/// Shrinks upright parts of images to a small number of cells, each the mean of its pixels. Where a cell covers more
/// than `maximumTaps` pixels in a direction, as many are sampled evenly: the cost of a large part does not grow with
/// the image. Parts smaller than the cells repeat pixels.
package struct AreaSampler: Sendable {
  /// The maximum pixels of a cell that are read, in each direction; lanes of 20 bits hold the sum of 64 by 64.
  package static let maximumTaps = 64

  package let columns, rows: Int
  private let taps: Int

  package init(columns: Int, rows: Int, taps: Int = maximumTaps) {
    (self.columns, self.rows) = (columns, rows)
    self.taps = min(max(taps, 1), Self.maximumTaps)
  }

  /// Writes the mean of each of the `columns * rows` cells, rounded to the nearest byte: red in the lowest byte, then
  /// green and blue. What lies outside the image is ignored. Returns false, and writes nothing, for a part that does
  /// not overlap it.
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
      case .rgb:
        source.average(columnTaps, rowTaps, bytesPerPixel: 3, target) {
          let low = UInt64(UInt16(littleEndian: $0.loadUnaligned(as: UInt16.self)))
          return lanes(low | UInt64($0.load(fromByteOffset: 2, as: UInt8.self)) << 16)
        }
      case .rgba: source.average(columnTaps, rowTaps, bytesPerPixel: 4, target) { lanes(word($0)) }
      case .bgra:
        source.average(columnTaps, rowTaps, bytesPerPixel: 4, target) {
          let word = word($0)
          return (word >> 16 & 0xFF) | (word & 0xFF00) << 12 | (word & 0xFF) << 40
        }
      case .gray:
        source.average(columnTaps, rowTaps, bytesPerPixel: 1, target) {
          UInt64($0.load(as: UInt8.self)) &* 0x100_0010_0001
        }
      }
    }
    return true
  }

  /// The pixels that a cell reads in one direction: `count` of them, `step` apart.
  private struct Taps { let first, step, count: Int }

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
    func average(
      _ columns: [Taps], _ rows: [Taps], bytesPerPixel: Int, _ cells: UnsafeMutablePointer<UInt32>,
      _ pixel: (UnsafeRawPointer) -> UInt64
    ) {
      var cell = cells
      for row in rows {
        let start = pixels + row.first &* bytesPerRow
        for column in columns {
          var sum: UInt64 = 0
          var line = start + column.first &* bytesPerPixel
          for _ in 0..<row.count {
            var address = line
            for _ in 0..<column.count {
              sum &+= pixel(address)
              address += column.step &* bytesPerPixel
            }
            line += row.step &* bytesPerRow
          }
          cell.pointee = Self.mean(sum, of: row.count &* column.count)
          cell += 1
        }
      }
    }

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

// A pixel is three lanes of 20 bits in one word, red lowest, so that one addition serves all channels. A lane holds the
// sum of 64 by 64 bytes without overflow into its neighbour.

/// Bytes 0, 1, 2 of a word to lanes 0, 1, 2.
@inline(__always)
private func lanes(_ word: UInt64) -> UInt64 { (word & 0xFF) | (word & 0xFF00) << 12 | (word & 0xFF_0000) << 24 }

@inline(__always)
private func word(_ address: UnsafeRawPointer) -> UInt64 {
  UInt64(UInt32(littleEndian: address.loadUnaligned(as: UInt32.self)))
}
