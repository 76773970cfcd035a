/// A picture as the sampling kernel sees it.
struct SampleSource {
  let pixels: UnsafeRawPointer
  let width: Int
  let height: Int
  let bytesPerRow: Int

  /// Interpolates a block of positions and hands the pixels to the writer.
  @inline(__always)
  func interpolate<Reader: PixelReader>(
    _ block: UnsafePointer<SIMD2<Int32>>, count: Int, _ reader: Reader.Type, _ border: BorderMode,
    _ writer: some SampleWriter, firstPixel: Int
  ) {
    let lastColumn = width - Reader.pairReach
    let lastRow = height - 2
    let rounding: UInt64 = 512 | 512 << 20 | 512 << 40
    for i in 0..<count {
      let position = block[i]
      let x = Int(position.x &>> 5)
      let y = Int(position.y &>> 5)
      let xFraction = UInt64(truncatingIfNeeded: position.x & 31)
      let yFraction = UInt64(truncatingIfNeeded: position.y & 31)
      let taps: Taps
      if x >= 0, y >= 0, x <= lastColumn, y <= lastRow {
        let address = pixels + (y &* bytesPerRow &+ x &* Reader.bytesPerPixel)
        let (a, b) = Reader.pair(address)
        let (c, d) = Reader.pair(address + bytesPerRow)
        taps = Taps(topLeft: a, topRight: b, bottomLeft: c, bottomRight: d)
      } else {
        taps = borderTaps(x, y, reader, border)
      }
      // 32·32 times the mean; differences may wrap, the sums do not.
      let top = taps.topLeft &<< 5 &+ (taps.topRight &- taps.topLeft) &* xFraction
      let bottom = taps.bottomLeft &<< 5 &+ (taps.bottomRight &- taps.bottomLeft) &* xFraction
      let sum = top &<< 5 &+ (bottom &- top) &* yFraction &+ rounding
      writer.write(
        Int(truncatingIfNeeded: sum &>> 10 & 0xFF), Int(truncatingIfNeeded: sum &>> 30 & 0xFF),
        Int(truncatingIfNeeded: sum &>> 50 & 0xFF), at: firstPixel &+ i)
    }
  }

  private struct Taps {
    var topLeft, topRight, bottomLeft, bottomRight: UInt64
  }

  /// The four taps where at least one may lie outside.
  @inline(never)
  private func borderTaps<Reader: PixelReader>(
    _ x: Int, _ y: Int, _ reader: Reader.Type, _ border: BorderMode
  ) -> Taps {
    func tap(_ x: Int, _ y: Int) -> UInt64 {
      let column = min(max(x, 0), width - 1)
      let row = min(max(y, 0), height - 1)
      if border == .zero, column != x || row != y { return 0 }
      return Reader.pixel(pixels + (row * bytesPerRow + column * Reader.bytesPerPixel))
    }
    return Taps(topLeft: tap(x, y), topRight: tap(x + 1, y), bottomLeft: tap(x, y + 1), bottomRight: tap(x + 1, y + 1))
  }
}
