/// What each of the 256 byte values becomes in a float tensor.
///
/// A table instead of arithmetic: it gives exactly `Float(value) · scale + offset` for every pixel, for any normalization.
package struct ByteNormalization: Sendable {
  let table: [Float]

  /// The values (byte − mean) / standardDeviation, with the reference's rounding: the two ends are normalized, and the bytes
  /// lie on the line between them.
  package init(mean: Float, standardDeviation: Float) {
    let low = (0 - mean) / standardDeviation
    let high = (255 - mean) / standardDeviation
    let scale = (high - low) / 255
    table = (0..<256).map { Float($0) * scale + low }
  }
}
