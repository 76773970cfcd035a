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
    return isHalf
      ? areZero(UInt16.self, from: slice * count, count: count)
      : areZero(UInt32.self, from: slice * count, count: count)
  }

  /// Whether those of a slice of the last dimension are.
  func isZero(column: Int) -> Bool {
    let (count, length) = (shape.dropLast().reduce(1, *), shape[shape.count - 1])
    return (0..<count).allSatisfy { row in
      isHalf
        ? areZero(UInt16.self, from: row * length + column, count: 1)
        : areZero(UInt32.self, from: row * length + column, count: 1)
    }
  }

  func keeping(_ slices: [Int], along dimension: Int) -> BytePiece {
    let whole = shape[..<dimension].reduce(1, *)
    let slice = shape[(dimension + 1)...].reduce(isHalf ? 2 : 4, *)
    return BytePiece(byteCount: whole * slices.count * slice) { target in
      bytes.withUnsafeBytes { source in
        switch slice {
        case 2: Self.copy(slices, of: shape[dimension], count: whole, of: UInt16.self, from: source, to: target)
        case 4: Self.copy(slices, of: shape[dimension], count: whole, of: UInt32.self, from: source, to: target)
        default: Self.copy(slices, of: shape[dimension], count: whole, byteCount: slice, from: source, to: target)
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

  /// Copies one element of each slice, for each row.
  private static func copy<Bits: Element>(
    _ slices: [Int], of length: Int, count: Int, of _: Bits.Type, from source: UnsafeRawBufferPointer,
    to target: UnsafeMutableRawBufferPointer
  ) {
    let size = MemoryLayout<Bits>.size
    var place = 0
    for row in 0..<count {
      for slice in slices {
        let element = source.loadUnaligned(fromByteOffset: (row * length + slice) * size, as: Bits.self)
        target.storeBytes(of: element, toByteOffset: place, as: Bits.self)
        place += size
      }
    }
  }

  private static func copy(
    _ slices: [Int], of length: Int, count: Int, byteCount: Int, from source: UnsafeRawBufferPointer,
    to target: UnsafeMutableRawBufferPointer
  ) {
    var place = 0
    for row in 0..<count {
      for slice in slices {
        let start = (row * length + slice) * byteCount
        UnsafeMutableRawBufferPointer(rebasing: target[place...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + byteCount]))
        place += byteCount
      }
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
