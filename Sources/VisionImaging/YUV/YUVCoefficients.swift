/// The numbers that turn 8-bit luminance and chroma into RGB, as whole numbers of 1/65536.
///
/// From the weights of red and blue in the luminance (ITU-R BT.601 and BT.709). With them
/// R = (65536/2 + luma · (Y - offset) + redFromCr · (Cr - 128)) / 65536, rounded down and cut to 0...255; likewise G and B.
/// A sum stays below 2^26, and a result departs from that of real numbers by less than 1.
package struct YUVCoefficients: Hashable, Sendable {
  package let lumaOffset: Int32
  package let luma: Int32
  package let redFromCr: Int32
  package let greenFromCb: Int32
  package let greenFromCr: Int32
  package let blueFromCb: Int32

  /// ITU-R BT.601 (Y = 0.299 R + 0.587 G + 0.114 B).
  package static func bt601(isFullRange: Bool) -> YUVCoefficients {
    YUVCoefficients(red: 0.299, blue: 0.114, isFullRange: isFullRange)
  }

  /// ITU-R BT.709 (Y = 0.2126 R + 0.7152 G + 0.0722 B).
  package static func bt709(isFullRange: Bool) -> YUVCoefficients {
    YUVCoefficients(red: 0.2126, blue: 0.0722, isFullRange: isFullRange)
  }

  /// - Parameters:
  ///   - red: The weight of red in the luminance.
  ///   - blue: The weight of blue.
  ///   - isFullRange: Whether luminance goes from 0 to 255 and chroma from 1 to 255, and not from 16 to 235 and 240.
  private init(red: Double, blue: Double, isFullRange: Bool) {
    let green = 1 - red - blue
    let (lumaScale, chromaScale) = isFullRange ? (1, 1) : (255.0 / 219, 255.0 / 224)
    func fixed(_ number: Double) -> Int32 { Int32((number * 65536).rounded()) }
    lumaOffset = isFullRange ? 0 : 16
    luma = fixed(lumaScale)
    redFromCr = fixed(chromaScale * 2 * (1 - red))
    greenFromCb = fixed(-chromaScale * 2 * (1 - blue) * blue / green)
    greenFromCr = fixed(-chromaScale * 2 * (1 - red) * red / green)
    blueFromCb = fixed(chromaScale * 2 * (1 - blue))
  }
}
