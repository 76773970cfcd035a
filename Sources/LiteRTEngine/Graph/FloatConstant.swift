import VisionCore
import VisionModels

struct FloatConstant: Sendable {
  private typealias Element = FixedWidthInteger & BitwiseCopyable

  /// The float32 tensor that operators read.
  let tensor: Int32
  /// The tensor in the file: the same, or a float16 one that a DEQUANTIZE operator reads.
  let stored: Int32
  let shape: [Int]
  let bytes: ModelData

  var isHalf: Bool { stored != tensor }

  /// Nil when it does not fit an integer.
  var byteCount: Int? { (shape + [isHalf ? 2 : 4]).product }

  var floats: [Float] { bytes.floats(isHalf: isHalf) }

  /// Calls `body` with the elements as 16 bits each, in place where the file has them aligned.
  func withHalves(_ body: (UnsafePointer<UInt16>?) -> Void) {
    #if _endian(little)
      if bytes.withAligned(UInt16.self, body) { return }
    #endif
    bytes.integers(UInt16.self).withUnsafeBufferPointer { body($0.baseAddress) }
  }

  /// Calls `body` with the float32 elements, in place where the file has them aligned.
  func withFloats(_ body: (UnsafePointer<Float>?) -> Void) {
    #if _endian(little)
      if !isHalf, bytes.withAligned(Float.self, body) { return }
    #endif
    floats.withUnsafeBufferPointer { body($0.baseAddress) }
  }

  /// Whether the elements of a slice of the first dimension are all 0, of either sign.
  func isZero(slice: Int) -> Bool {
    let count = shape.dropFirst().reduce(1, *)
    return areZero(from: slice * count, count: count)
  }

  /// Whether those of a slice of the last dimension are.
  func isZero(column: Int) -> Bool {
    let (count, length) = (shape.dropLast().reduce(1, *), shape[shape.count - 1])
    return (0..<count).allSatisfy { areZero(from: $0 * length + column, count: 1) }
  }

  private func areZero(from first: Int, count: Int) -> Bool {
    isHalf ? areZero(UInt16.self, from: first, count: count) : areZero(UInt32.self, from: first, count: count)
  }

  func keeping(_ slices: [Int], along dimension: Int) -> BytePiece {
    let (rows, length) = (shape[..<dimension].reduce(1, *), shape[dimension])
    let size = shape[(dimension + 1)...].reduce(isHalf ? 2 : 4, *)
    return BytePiece(byteCount: rows * slices.count * size) { target in
      bytes.withUnsafeBytes { source in
        /// Calls `copy` with the places of each row's slices in the source and in the target.
        func forEachSlice(_ copy: (_ start: Int, _ end: Int) -> Void) {
          var place = 0
          for row in 0..<rows {
            for slice in slices {
              copy((row * length + slice) * size, place)
              place += size
            }
          }
        }
        func copyElements<Bits: Element>(_: Bits.Type) {
          forEachSlice { start, end in
            target.storeBytes(
              of: source.loadUnaligned(fromByteOffset: start, as: Bits.self), toByteOffset: end, as: Bits.self)
          }
        }
        switch size {
        case 2: copyElements(UInt16.self)
        case 4: copyElements(UInt32.self)
        default:
          forEachSlice { start, end in
            UnsafeMutableRawBufferPointer(rebasing: target[end...])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + size]))
          }
        }
      }
    }
  }

  private func areZero<Bits: Element>(_: Bits.Type, from first: Int, count: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      let elements = UnsafeRawBufferPointer(rebasing: bytes[(first * MemoryLayout<Bits>.size)...])
      var all = elements.loadUnaligned(as: Bits.self)
      // Nearly always the first one decides; without an early exit the compiler vectorizes the loop.
      guard Bits(littleEndian: all) << 1 == 0 else { return false }
      for place in 1..<count {
        all |= elements.loadUnaligned(fromByteOffset: place * MemoryLayout<Bits>.size, as: Bits.self)
      }
      // Without the sign, which is the highest bit.
      return Bits(littleEndian: all) << 1 == 0
    }
  }

}

extension ModelGraph {
  /// The elements of a constant float32 tensor, or of a float16 one that a DEQUANTIZE operator reads; nil for others,
  /// and when the number of bytes does not fit the shape.
  func floatConstant(_ index: Int32) throws(TasksError) -> FloatConstant? {
    var stored = index
    if let producer = producers[index] {
      guard producer.name == "DEQUANTIZE", producer.inputs.count == 1, producer.outputs.count == 1 else { return nil }
      stored = producer.inputs[0]
    }
    guard try isConstant(stored) else { return nil }
    let table = try tensor(stored)
    let info = try TensorInfo(table)
    guard info.elementType == (stored == index ? .float32 : .float16), info.quantization == nil,
      info.shape.allSatisfy((1...Self.maxDimension).contains), let bytes = try bytes(of: table)
    else { return nil }
    let constant = FloatConstant(tensor: index, stored: stored, shape: info.shape, bytes: bytes)
    return constant.byteCount == bytes.count ? constant : nil
  }
}
