/// The chroma coefficients of video-range images (16...240), in units of 1/65536 as in swscale. The two of green are
/// subtracted.
package struct ChromaCoefficients: Hashable, Sendable {
  package let vToRed: Int32
  package let uToBlue: Int32
  package let uToGreen: Int32
  package let vToGreen: Int32

  package init(vToRed: Int32, uToBlue: Int32, uToGreen: Int32, vToGreen: Int32) {
    self.vToRed = vToRed
    self.uToBlue = uToBlue
    self.uToGreen = uToGreen
    self.vToGreen = vToGreen
  }

  /// ITU-R BT.601 (Y = 0.299 R + 0.587 G + 0.114 B).
  package static let bt601 = ChromaCoefficients(red: 0.299, blue: 0.114)
  /// ITU-R BT.709 (Y = 0.2126 R + 0.7152 G + 0.0722 B).
  package static let bt709 = ChromaCoefficients(red: 0.2126, blue: 0.0722)

  /// - Parameters:
  ///   - red: The weight of red in the luminance.
  ///   - blue: The weight of blue.
  private init(red: Double, blue: Double) {
    let green = 1 - red - blue
    func fixed(_ number: Double) -> Int32 { Int32((number * 65536 * 255 / 224).rounded()) }
    self.init(
      vToRed: fixed(2 * (1 - red)), uToBlue: fixed(2 * (1 - blue)), uToGreen: fixed(2 * (1 - blue) * blue / green),
      vToGreen: fixed(2 * (1 - red) * red / green))
  }
}
