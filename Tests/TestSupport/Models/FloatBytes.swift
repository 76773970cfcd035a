extension [Float] {
  /// The numbers as a model's file has them.
  ///
  /// - Parameter half: Whether as 16-bit floats; then every number has a short fraction and is 0 or not far from 1, so that
  ///   the upper bits are all there is.
  /// - Returns: 2 or 4 bytes for each, the lowest first.
  package func bytes(half: Bool = false) -> [UInt8] {
    flatMap { number -> [UInt8] in
      let bits = number.bitPattern
      let short = number == 0 ? 0 : (bits >> 16 & 0x8000) | ((bits >> 23 & 0xFF) - 112) << 10 | (bits >> 13 & 0x3FF)
      return (0..<(half ? 2 : 4)).map { UInt8(truncatingIfNeeded: (half ? short : bits) >> (8 * $0)) }
    }
  }
}
