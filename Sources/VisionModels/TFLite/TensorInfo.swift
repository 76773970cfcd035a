import VisionCore

package struct TensorInfo: Sendable, Hashable {
  package let name: String
  /// The size of each dimension; empty for a single number and for a shape known only at run time.
  package var shape: [Int]
  package let elementType: TensorElementType
  package let quantization: TensorQuantization?

  package init(name: String, shape: [Int], elementType: TensorElementType, quantization: TensorQuantization?) {
    (self.name, self.shape, self.elementType, self.quantization) = (name, shape, elementType, quantization)
  }

  package init(_ tensor: FlatBufferTable) throws(TasksError) {
    let type = try tensor.integer(TFLiteSchema.Tensor.type, absent: UInt8(0))
    let name = try tensor.text(TFLiteSchema.Tensor.name) ?? ""
    guard let elementType = TensorElementType(rawValue: type) else {
      throw TasksError.invalidArgument(
        "The tensor \(name) has element type \(type); known are 0...22. Use a newer release or another model.")
    }
    self.init(
      name: name, shape: try tensor.integers(TFLiteSchema.Tensor.shape, as: Int32.self).map(Int.init),
      elementType: elementType,
      quantization: try tensor.table(TFLiteSchema.Tensor.quantization).flatMap(TensorQuantization.init))
  }
}

/// Quantization of a tensor: `real = scale * (stored - zeroPoint)`.
package struct TensorQuantization: Sendable, Hashable {
  /// One for the whole tensor, or one for each slice along `dimension`; as many zero points.
  package let scales: [Float]
  package let zeroPoints: [Int64]
  package let dimension: Int

  /// Those of the whole tensor, nil when there are several.
  package var scale: Float? { scales.count == 1 ? scales[0] : nil }
  package var zeroPoint: Int64? { zeroPoints.count == 1 ? zeroPoints[0] : nil }

  package init(scales: [Float], zeroPoints: [Int64], dimension: Int = 0) {
    (self.scales, self.zeroPoints, self.dimension) = (scales, zeroPoints, dimension)
  }

  package init?(_ table: FlatBufferTable) throws(TasksError) {
    scales = try table.floats(TFLiteSchema.Quantization.scale)
    let zeroPoints: [Int64] = try table.integers(TFLiteSchema.Quantization.zeroPoint)
    dimension = Int(try table.integer(TFLiteSchema.Quantization.dimension, absent: Int32(0)))
    if scales.isEmpty { return nil }
    self.zeroPoints = zeroPoints.isEmpty ? scales.map { _ in 0 } : zeroPoints
    guard scales.count == self.zeroPoints.count else {
      throw table.buffer.damaged(
        "a tensor has \(scales.count.counted("scale")) and \(zeroPoints.count.counted("zero point"))")
    }
  }

  /// Equal quantization has the same bits in the file, so that a scale that is not a number equals itself.
  package static func == (one: Self, other: Self) -> Bool {
    one.scaleBits == other.scaleBits && one.zeroPoints == other.zeroPoints && one.dimension == other.dimension
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scaleBits)
    hasher.combine(zeroPoints)
    hasher.combine(dimension)
  }

  private var scaleBits: [UInt32] { scales.map(\.bitPattern) }
}

/// The type of a tensor's elements, with the numbers of the TensorFlow Lite schema (not those of the runtime's C ABI).
package enum TensorElementType: UInt8, Sendable, CaseIterable {
  case float32 = 0
  case float16 = 1
  case int32 = 2
  case uint8 = 3
  case int64 = 4
  case string = 5
  /// A byte each.
  case bool = 6
  case int16 = 7
  case complex64 = 8
  case int8 = 9
  case float64 = 10
  case complex128 = 11
  case uint64 = 12
  /// A handle of a variable or table.
  case resource = 13
  /// A value of any type.
  case variant = 14
  case uint32 = 15
  case uint16 = 16
  /// Two a byte.
  case int4 = 17
  case bfloat16 = 18
  /// Four a byte.
  case int2 = 19
  case uint4 = 20
  case float8E4M3FN = 21
  case float8E5M2 = 22

  /// The number of bytes of an element; nil for types that no engine computes with.
  package var byteCount: Int? {
    switch self {
    case .uint8, .int8, .bool: 1
    case .int16, .float16: 2
    case .float32, .int32: 4
    case .int64, .float64: 8
    default: nil
    }
  }
}

extension Sequence<Int> {
  /// The product of all elements; nil when it does not fit an integer.
  @inlinable package var product: Int? {
    reduce(1 as Int?) { product, size in
      product.flatMap { $0.multipliedReportingOverflow(by: size) }.flatMap { $0.overflow ? nil : $0.partialValue }
    }
  }
}
