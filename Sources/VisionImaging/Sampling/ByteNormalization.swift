/// The conversion of bytes to a float tensor: `Float(byte) · scale + offset`, product and sum each rounded.
package struct ByteNormalization: Sendable {
  let scale: Float
  let offset: Float

  /// The values (byte − mean) / standardDeviation, with the reference's rounding: the two ends are normalized, and the
  /// bytes are interpolated between them.
  package init(mean: Float, standardDeviation: Float) {
    offset = (0 - mean) / standardDeviation
    let high = (255 - mean) / standardDeviation
    scale = (high - offset) / 255
  }
}
