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
    fileprivate var source: VisionYUVPlanes

    /// `chromaStep` is the distance between chroma values: 1 in a plane of its own, 2 where Cb and Cr are interleaved.
    package init(
      luma: UnsafePointer<UInt8>, u: UnsafePointer<UInt8>, v: UnsafePointer<UInt8>, lumaBytesPerRow: Int,
      uBytesPerRow: Int, vBytesPerRow: Int, chromaStep: Int = 1
    ) {
      source = VisionYUVPlanes(
        luma: luma, u: u, v: v, lumaBytesPerRow: lumaBytesPerRow, uBytesPerRow: uBytesPerRow,
        vBytesPerRow: vBytesPerRow, chromaStep: chromaStep)
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

  package let width, height: Int
  private var matrix: VisionColorMatrix
  private let features: UInt32
  private let scratch: UnsafeMutableRawPointer

  /// For images of one size, at least 1 x 1; odd chroma is rounded up. Luma is 0...255 if `isFullRange`, else 16...235.
  /// `features` limits the sets of vector instructions (`VISION_CPU_AVX2` and so on), for tests.
  package init(width: Int, height: Int, coefficients: ChromaCoefficients, isFullRange: Bool, features: UInt32 = .max) {
    (self.width, self.height, self.features) = (width, height, features)
    matrix = Self.matrix(coefficients, isFullRange: isFullRange)
    scratch = .allocate(byteCount: vision_rgb_scratch_size(width), alignment: 64)
  }

  deinit { scratch.deallocate() }

  /// Writes `3 * width` bytes of each row, and none beyond.
  package func convert(_ planes: Planes, to destination: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
    var source = planes.source
    vision_convert_to_rgb(&source, width, height, &matrix, features, scratch, destination, bytesPerRow)
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
