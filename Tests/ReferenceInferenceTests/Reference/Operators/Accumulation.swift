/// Sums of products in double precision. Products of bytes and their sums are whole numbers far below 2⁵³, so they are exact.
enum Accumulation {
  /// Adds a number times a row of weights to sums.
  ///
  /// - Parameters:
  ///   - number: The number; 0 adds nothing.
  ///   - weights: As many as there are sums.
  ///   - sums: What is added to.
  ///   - count: The number of sums.
  @inline(__always)
  static func add(
    _ number: Double, times weights: UnsafePointer<Double>, to sums: UnsafeMutablePointer<Double>, count: Int
  ) {
    // Half the numbers after a ReLU are 0.
    guard number != 0 else { return }
    for place in 0..<count { sums[place] += number * weights[place] }
  }

  /// Adds products of neighbours to sums.
  @inline(__always)
  static func add(
    _ numbers: UnsafePointer<Double>, times weights: UnsafePointer<Double>, to sums: UnsafeMutablePointer<Double>,
    count: Int
  ) {
    for place in 0..<count { sums[place] += numbers[place] * weights[place] }
  }
}

extension [Double] {
  /// Calls a body with the address of the elements.
  func withAddress(_ body: (UnsafePointer<Double>) -> Void) {
    withUnsafeBufferPointer { buffer in
      if let address = buffer.baseAddress { body(address) }
    }
  }

  /// Calls a body with the address of the elements, which it may change.
  mutating func withMutableAddress(_ body: (UnsafeMutablePointer<Double>) -> Void) {
    withUnsafeMutableBufferPointer { buffer in
      if let address = buffer.baseAddress { body(address) }
    }
  }
}
