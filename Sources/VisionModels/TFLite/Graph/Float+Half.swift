extension Float {
  /// Converts IEEE 754 float16: sign, 5 bits of exponent, 10 of fraction. `Float16` is missing on some systems.
  /// Infinities become 65,536, as no weight is infinite.
  @inlinable package init(halfBits bits: UInt16) {
    // Moves the exponent's bias by a product, which is also right for subnormal numbers.
    let magnitude = Float(bitPattern: UInt32(bits & 0x7FFF) << 13) * 0x1p112
    self = bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}
