extension Float {
  /// The number that 16 bits stand for as IEEE 754 has it: sign, 5 bits of exponent, 10 of fraction. `Float16` is not there on all
  /// systems. Infinities become 65,536: no weight is one.
  @inlinable package init(halfBits bits: UInt16) {
    // The bits in place, and the exponent's origin moved by a product, which is right for subnormal numbers too.
    let magnitude = Float(bitPattern: UInt32(bits & 0x7FFF) << 13) * 0x1p112
    self = bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}
