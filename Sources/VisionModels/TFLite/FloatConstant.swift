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

  /// Whether elements that follow one another, or stand a step apart, are all 0, of either sign.
  func areZero(from first: Int, count: Int, step: Int = 1) -> Bool {
    isHalf
      ? areZero(UInt16.self, first: first, count: count, step: step)
      : areZero(UInt32.self, first: first, count: count, step: step)
  }

  /// Some slices along a dimension, in their order.
  func keeping(_ slices: [Int], along dimension: Int) -> BytePiece {
    let whole = shape[..<dimension].reduce(1, *)
    let slice = shape[(dimension + 1)...].reduce(isHalf ? 2 : 4, *)
    return BytePiece(byteCount: whole * slices.count * slice) { target in
      bytes.withUnsafeBytes { source in
        switch slice {
        case 2: Self.copy(slices, of: shape[dimension], count: whole, of: UInt16.self, from: source, to: target)
        case 4: Self.copy(slices, of: shape[dimension], count: whole, of: UInt32.self, from: source, to: target)
        default:
          for (place, index) in (0..<whole).flatMap({ row in slices.map { row * shape[dimension] + $0 } }).enumerated()
          {
            UnsafeMutableRawBufferPointer(rebasing: target[(place * slice)...])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[index * slice..<(index + 1) * slice]))
          }
        }
      }
    }
  }

  /// The sum, for each row of the last dimension, of some of its elements times factors.
  func sums(of columns: [(column: Int, factor: Double)]) -> [Double] {
    isHalf
      ? sums(of: columns) { Float(halfBits: $0) } : sums(of: columns) { (bits: UInt32) in Float(bitPattern: bits) }
  }

  private func areZero<Bits: FixedWidthInteger & BitwiseCopyable>(_: Bits.Type, first: Int, count: Int, step: Int)
    -> Bool
  {
    bytes.withUnsafeBytes { bytes in
      func bits(_ place: Int) -> Bits {
        bytes.loadUnaligned(fromByteOffset: (first + place * step) * MemoryLayout<Bits>.size, as: Bits.self)
      }
      // Nearly always the first element settles it; without a way out of the loop the compiler takes many at a time.
      guard count > 0, Bits(littleEndian: bits(0)) << 1 == 0 else { return count == 0 }
      var all: Bits = 0
      for place in 0..<count { all |= bits(place) }
      // But for the sign, which is the uppermost bit.
      return Bits(littleEndian: all) << 1 == 0
    }
  }

  /// Copies slices of one element, of each of so many rows.
  private static func copy<Element: BitwiseCopyable>(
    _ slices: [Int], of length: Int, count: Int, of _: Element.Type, from source: UnsafeRawBufferPointer,
    to target: UnsafeMutableRawBufferPointer
  ) {
    let size = MemoryLayout<Element>.size
    var place = 0
    for row in 0..<count {
      for slice in slices {
        let element = source.loadUnaligned(fromByteOffset: (row * length + slice) * size, as: Element.self)
        target.storeBytes(of: element, toByteOffset: place, as: Element.self)
        place += size
      }
    }
  }

  private func sums<Bits: FixedWidthInteger & BitwiseCopyable>(
    of columns: [(column: Int, factor: Double)], number: (Bits) -> Float
  ) -> [Double] {
    let (size, count) = (MemoryLayout<Bits>.size, shape[shape.count - 1])
    return bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / (size * count)).map { row in
        columns.reduce(0) { sum, term in
          let bits = bytes.loadUnaligned(fromByteOffset: (row * count + term.column) * size, as: Bits.self)
          return sum + Double(number(Bits(littleEndian: bits))) * term.factor
        }
      }
    }
  }
}
