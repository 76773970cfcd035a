internal import CVisionPixels

/// The chroma coefficients of video-range images (16...240), in 1/65536 as in swscale; those of green are subtracted.
package struct ChromaCoefficients: Hashable, Sendable {
  package let vToRed, uToBlue, uToGreen, vToGreen: Int32

  package init(vToRed: Int32, uToBlue: Int32, uToGreen: Int32, vToGreen: Int32) {
    (self.vToRed, self.uToBlue, self.uToGreen, self.vToGreen) = (vToRed, uToBlue, uToGreen, vToGreen)
  }

  /// ITU-R BT.601 (Y = 0.299 R + 0.587 G + 0.114 B).
  package static let bt601 = ChromaCoefficients(red: 0.299, blue: 0.114)
  /// ITU-R BT.709 (Y = 0.2126 R + 0.7152 G + 0.0722 B).
  package static let bt709 = ChromaCoefficients(red: 0.2126, blue: 0.0722)

  private init(red: Double, blue: Double) {
    let green = 1 - red - blue
    func fixed(_ number: Double) -> Int32 { Int32((number * 65536 * 255 / 224).rounded()) }
    self.init(
      vToRed: fixed(2 * (1 - red)), uToBlue: fixed(2 * (1 - blue)), uToGreen: fixed(2 * (1 - blue) * blue / green),
      vToGreen: fixed(2 * (1 - red) * red / green))
  }
}

/// Converts 4:2:0 images to RGB, with the results of swscale's most exact path (bicubic chroma in the middle of its
/// four pixels, full horizontal chroma, accurate rounding), by vector instructions.
/// Source of the arithmetic: libswscale's planar YUV input, bicubic scaler and full-chroma RGB output. For even sizes
/// from 14 pixels on, the bytes equal swscale's, which is the oracle of `VisionMedia`'s tests. Odd and tiny images are
/// computed in the same way, where swscale uses other weights.
package final class YUV420Converter {
  package struct Planes {
    let luma, u, v: UnsafePointer<UInt8>
    let lumaBytesPerRow, uBytesPerRow, vBytesPerRow: Int
    /// The distance between chroma values: 1 in a plane of its own, 2 where Cb and Cr are interleaved.
    let chromaStep: Int

    package init(
      luma: UnsafePointer<UInt8>, u: UnsafePointer<UInt8>, v: UnsafePointer<UInt8>, lumaBytesPerRow: Int,
      uBytesPerRow: Int, vBytesPerRow: Int, chromaStep: Int = 1
    ) {
      (self.luma, self.u, self.v) = (luma, u, v)
      (self.lumaBytesPerRow, self.uBytesPerRow, self.vBytesPerRow) = (lumaBytesPerRow, uBytesPerRow, vBytesPerRow)
      self.chromaStep = chromaStep
    }

    /// Two planes: luma, and interleaved Cb and Cr, as phone cameras deliver them.
    package init(
      luma: UnsafePointer<UInt8>, chroma: UnsafePointer<UInt8>, lumaBytesPerRow: Int, chromaBytesPerRow: Int
    ) {
      self.init(
        luma: luma, u: chroma, v: chroma + 1, lumaBytesPerRow: lumaBytesPerRow, uBytesPerRow: chromaBytesPerRow,
        vBytesPerRow: chromaBytesPerRow, chromaStep: 2)
    }
  }

  /// The weights of four rows of chroma for even and odd rows of the image, of 12 bits.
  private static let evenWeights: [Int16] = [-115, 985, 3572, -346]
  private static let oddWeights: [Int16] = [-346, 3572, 985, -115]
  /// swscale has no far weight for two rows at the top and compensates with the others.
  private static let topWeights: [Int: [Int16]] = [0: [0, 0, 4432, -336], 2: [0, 959, 3473, -336]]
  /// Doubled rows of chroma in memory: four for the current row, and one more for the next.
  private static let ringRows = 8

  package let width: Int
  package let height: Int
  private var matrix: VisionColorMatrix
  /// A chroma row with its edges repeated on either side.
  private let padded: UnsafeMutablePointer<UInt8>
  private let ring: UnsafeMutablePointer<Int16>
  private let work: UnsafeMutablePointer<UInt8>
  private let chromaWidth: Int
  /// The length of a doubled row of chroma; the kernel writes at least four values.
  private var doubledWidth: Int { max(2 * chromaWidth, 4) }

  /// For images of one size, at least 1 x 1; odd chroma is rounded up. Luma is 0...255 if `isFullRange`, else 16...235.
  package init(width: Int, height: Int, coefficients: ChromaCoefficients, isFullRange: Bool) {
    (self.width, self.height) = (width, height)
    chromaWidth = (width + 1) / 2
    matrix = Self.matrix(coefficients, isFullRange: isFullRange)
    padded = .allocate(capacity: chromaWidth + 4)
    padded.initialize(repeating: 0, count: chromaWidth + 4)
    let ringSize = Self.ringRows * 2 * max(2 * chromaWidth, 4)
    ring = .allocate(capacity: ringSize)
    ring.initialize(repeating: 0, count: ringSize)
    work = .allocate(capacity: 3 * width)
    work.initialize(repeating: 0, count: 3 * width)
  }

  deinit {
    padded.deallocate()
    ring.deallocate()
    work.deallocate()
  }

  package func convert(_ planes: Planes, to destination: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
    let chromaRows = (height + 1) / 2
    var ready = 0
    for y in 0..<height {
      let first = y / 2 + (y % 2 == 0 ? -2 : -1)
      while ready < min(first + 4, chromaRows) {
        double(planes.u + ready * planes.uBytesPerRow, step: planes.chromaStep, into: doubled(ready, channel: 0))
        double(planes.v + ready * planes.vBytesPerRow, step: planes.chromaStep, into: doubled(ready, channel: 1))
        ready += 1
      }
      let rows = (first..<first + 4).map { min(max($0, 0), chromaRows - 1) }
      row(
        planes.luma + y * planes.lumaBytesPerRow, rows,
        weights: Self.topWeights[y] ?? (y % 2 == 0 ? Self.evenWeights : Self.oddWeights),
        to: destination + y * bytesPerRow)
    }
  }

  private func row(
    _ luma: UnsafePointer<UInt8>, _ rows: [Int], weights: [Int16], to target: UnsafeMutablePointer<UInt8>
  ) {
    let u: [UnsafePointer<Int16>?] = rows.map { UnsafePointer(doubled($0, channel: 0)) }
    let v: [UnsafePointer<Int16>?] = rows.map { UnsafePointer(doubled($0, channel: 1)) }
    vision_rgb_row(luma, u, v, weights, &matrix, Int32(width), work, target)
  }

  private func doubled(_ row: Int, channel: Int) -> UnsafeMutablePointer<Int16> {
    ring + ((row % Self.ringRows) * 2 + channel) * doubledWidth
  }

  private func double(_ row: UnsafePointer<UInt8>, step: Int, into target: UnsafeMutablePointer<Int16>) {
    let inner = padded + 2
    if step == 1 {
      inner.update(from: row, count: chromaWidth)
    } else {
      for x in 0..<chromaWidth { inner[x] = row[x &* step] }
    }
    let (first, last) = (inner[0], inner[chromaWidth - 1])
    (padded[0], padded[1], inner[chromaWidth], inner[chromaWidth + 1]) = (first, first, last, last)
    vision_double_chroma_row(inner, Int32(chromaWidth), target)
  }

  private static func matrix(_ coefficients: ChromaCoefficients, isFullRange: Bool) -> VisionColorMatrix {
    func scaled(_ value: Int32) -> Int { isFullRange ? Int(value) * 224 / 255 : Int(value) }
    /// A number of 16 fractional bits as one of `bits`, rounded.
    func fixed(_ value: Int, bits: Int) -> Int32 {
      let rounded = ((value << bits) + (1 << 15)) >> 16
      return Int32(min(max(rounded, -0x7FFF), 0x7FFF))
    }
    return VisionColorMatrix(
      yOffset: isFullRange ? 0 : fixed(16 << 16, bits: 9),
      yCoefficient: fixed(isFullRange ? 1 << 16 : (1 << 16) * 255 / 219, bits: 13),
      vToRed: fixed(scaled(coefficients.vToRed), bits: 13), vToGreen: fixed(-scaled(coefficients.vToGreen), bits: 13),
      uToGreen: fixed(-scaled(coefficients.uToGreen), bits: 13),
      uToBlue: fixed(scaled(coefficients.uToBlue), bits: 13))
  }
}
