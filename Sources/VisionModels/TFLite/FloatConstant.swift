/// Numbers that a model's file has for one of its tensors.
struct FloatConstant {
  /// The tensor of 32-bit floats that operators read.
  let tensor: Int32
  /// The tensor that the file has: the same, or one of 16-bit floats that an operator makes 32-bit ones of.
  let stored: Int32
  let shape: [Int]
  /// The elements in place.
  let bytes: ModelData

  var isHalf: Bool { stored != tensor }

  /// The bytes that the shape asks for; nil when their number does not fit an integer.
  var byteCount: Int? {
    shape.reduce(isHalf ? 2 : 4 as Int?) { product, extent in
      product.flatMap { $0.multipliedReportingOverflow(by: extent) }.flatMap { $0.overflow ? nil : $0.partialValue }
    }
  }

  /// All elements.
  var floats: [Float] {
    isHalf
      ? bytes.integers(UInt16.self).map(Float.init(halfBits:))
      : bytes.integers(UInt32.self).map(Float.init(bitPattern:))
  }

  /// One element, by its place among all.
  subscript(place: Int) -> Float {
    isHalf
      ? Float(halfBits: bytes.integer(at: 2 * place) ?? 0) : Float(bitPattern: bytes.integer(at: 4 * place) ?? 0)
  }

  /// Whether elements are all 0, of either sign.
  func areZero(from first: Int, count: Int, step: Int = 1) -> Bool {
    isHalf
      ? areZero(UInt16.self, first: first, count: count, step: step)
      : areZero(UInt32.self, first: first, count: count, step: step)
  }

  /// The bytes of some slices along a dimension, in their order.
  func keeping(_ slices: [Int], along dimension: Int) -> [UInt8] {
    isHalf ? keeping(UInt16.self, slices, dimension) : keeping(UInt32.self, slices, dimension)
  }

  private func areZero<Bits: FixedWidthInteger>(_: Bits.Type, first: Int, count: Int, step: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      let size = MemoryLayout<Bits>.size
      for place in 0..<count {
        // Without the sign, which is the uppermost bit.
        let bits = Bits(littleEndian: bytes.loadUnaligned(fromByteOffset: (first + place * step) * size, as: Bits.self))
        if bits << 1 != 0 { return false }
      }
      return true
    }
  }

  private func keeping<Bits: FixedWidthInteger>(_: Bits.Type, _ slices: [Int], _ dimension: Int) -> [UInt8] {
    let outer = shape[..<dimension].reduce(1, *)
    let inner = shape[(dimension + 1)...].reduce(1, *)
    let size = MemoryLayout<Bits>.size
    let byteCount = outer * slices.count * inner * size
    return [UInt8](unsafeUninitializedCapacity: byteCount) { target, initializedCount in
      bytes.withUnsafeBytes { source in
        let target = UnsafeMutableRawBufferPointer(target)
        var place = 0
        for row in 0..<outer {
          for slice in slices {
            let start = (row * shape[dimension] + slice) * inner * size
            for element in 0..<inner {
              let bits = source.loadUnaligned(fromByteOffset: start + element * size, as: Bits.self)
              target.storeBytes(of: bits, toByteOffset: place, as: Bits.self)
              place += size
            }
          }
        }
      }
      initializedCount = byteCount
    }
  }
}
