import CFFmpeg
import CVisionPixels
import VisionErrors

/// Turns 4:2:0 pictures into RGB, with the numbers of swscale's most exact path (bicubic chroma, full horizontal chroma,
/// accurate rounding) but with vector instructions; `RGBConverter` is its oracle in the tests.
///
/// Source of the arithmetic: libswscale's planar YUV input, bicubic scaler and full-chroma RGB output.
final class YUV420Converter {
  /// A picture's planes.
  struct Planes {
    let luma: UnsafePointer<UInt8>
    let u: UnsafePointer<UInt8>
    let v: UnsafePointer<UInt8>
    let lumaBytesPerRow: Int
    let uBytesPerRow: Int
    let vBytesPerRow: Int
  }

  /// The least width and height; for less swscale has other weights.
  private static let leastSize = 14
  /// The weights of four rows of chroma for even and odd rows of the picture, of 12 bits.
  private static let evenWeights: [Int16] = [-115, 985, 3572, -346]
  private static let oddWeights: [Int16] = [-346, 3572, 985, -115]
  /// swscale leaves out the far weight of two rows at the top and makes up for it with the others.
  private static let topWeights: [Int: [Int16]] = [0: [0, 0, 4432, -336], 2: [0, 959, 3473, -336]]
  /// Rows of chroma that are kept doubled: four that a row is made of, and one more for the next.
  private static let ringRows = 8

  let width: Int
  let height: Int
  private var matrix: VisionColorMatrix
  /// A chroma row with its edges repeated on either side.
  private let padded: UnsafeMutablePointer<UInt8>
  private let ring: UnsafeMutablePointer<Int16>
  private let work: UnsafeMutablePointer<UInt8>
  private var chromaWidth: Int { width / 2 }

  /// Nil for odd and for tiny sizes.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - coefficients: The four numbers of a colour matrix as `sws_getCoefficients` gives them.
  ///   - isFullRange: Whether luma goes from 0 to 255 and not from 16 to 235.
  init?(width: Int, height: Int, coefficients: UnsafePointer<Int32>, isFullRange: Bool) {
    guard min(width, height) >= Self.leastSize, width % 2 == 0, height % 2 == 0 else { return nil }
    self.width = width
    self.height = height
    matrix = Self.matrix(coefficients, isFullRange: isFullRange)
    padded = .allocate(capacity: width / 2 + 4)
    padded.initialize(repeating: 0, count: width / 2 + 4)
    ring = .allocate(capacity: Self.ringRows * 2 * width)
    ring.initialize(repeating: 0, count: Self.ringRows * 2 * width)
    work = .allocate(capacity: 3 * width)
    work.initialize(repeating: 0, count: 3 * width)
  }

  deinit {
    padded.deallocate()
    ring.deallocate()
    work.deallocate()
  }

  /// Converts a picture; rows of the destination have room for 3 · width bytes.
  func convert(_ planes: Planes, to destination: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
    let chromaRows = height / 2
    var ready = 0
    for y in 0..<height {
      let first = y / 2 + (y % 2 == 0 ? -2 : -1)
      while ready < min(first + 4, chromaRows) {
        double(planes.u + ready * planes.uBytesPerRow, into: doubled(ready, channel: 0))
        double(planes.v + ready * planes.vBytesPerRow, into: doubled(ready, channel: 1))
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

  /// The place of a doubled chroma row.
  private func doubled(_ row: Int, channel: Int) -> UnsafeMutablePointer<Int16> {
    ring + ((row % Self.ringRows) * 2 + channel) * width
  }

  private func double(_ row: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<Int16>) {
    let inner = padded + 2
    inner.update(from: row, count: chromaWidth)
    (padded[0], padded[1]) = (row[0], row[0])
    (inner[chromaWidth], inner[chromaWidth + 1]) = (row[chromaWidth - 1], row[chromaWidth - 1])
    vision_double_chroma_row(inner, Int32(chromaWidth), target)
  }

  private static func matrix(_ coefficients: UnsafePointer<Int32>, isFullRange: Bool) -> VisionColorMatrix {
    func scaled(_ value: Int32) -> Int { isFullRange ? Int(value) * 224 / 255 : Int(value) }
    /// A number of 16 fractional bits as one of `bits`, rounded.
    func fixed(_ value: Int, bits: Int) -> Int32 {
      let rounded = ((value << bits) + (1 << 15)) >> 16
      return Int32(min(max(rounded, -0x7FFF), 0x7FFF))
    }
    return VisionColorMatrix(
      yOffset: isFullRange ? 0 : fixed(16 << 16, bits: 9),
      yCoefficient: fixed(isFullRange ? 1 << 16 : (1 << 16) * 255 / 219, bits: 13),
      vToRed: fixed(scaled(coefficients[0]), bits: 13), vToGreen: fixed(-scaled(coefficients[3]), bits: 13),
      uToGreen: fixed(-scaled(coefficients[2]), bits: 13), uToBlue: fixed(scaled(coefficients[1]), bits: 13))
  }
}
