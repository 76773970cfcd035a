import VisionCore

extension VerifiedTensor {
  /// The allowed scales, within the range of the runtime's 32-bit arithmetic.
  static let scales: ClosedRange<Float> = 1e-20...1e10

  /// Verifies a tensor's quantization.
  ///
  /// - Returns: Nil without one.
  /// - Throws: `TasksError` with `invalidArgumentError` for scales that are not positive and finite, zero points
  ///   outside the type, and a number of scales that differs from the axis.
  static func quantization(
    of tensor: FlatBufferTable, index: Int, shape: [Int], elementType: TensorElementType
  ) throws(TasksError) -> TensorQuantization? {
    typealias Slot = TFLiteSchema.Quantization
    guard let table = try tensor.table(TFLiteSchema.Tensor.quantization) else { return nil }
    guard try table.integer(Slot.detailsType, absent: UInt8(0)) == 0 else {
      throw refusal(index, "has custom or block-wise quantization; only scales and zero points are supported")
    }
    let zeroPoints = try table.integers(Slot.zeroPoint, as: Int64.self)
    guard let found = try TensorQuantization(table) else { return nil }
    guard zeroPoints.count == found.scales.count else {
      throw refusal(
        index, "has \(found.scales.count.counted("scale")) and \(zeroPoints.count.counted("zero point"))")
    }
    guard found.dimension >= 0, found.dimension < max(shape.count, 1) else {
      throw refusal(index, "is quantized along dimension \(found.dimension) of \(shape.count)")
    }
    guard found.scales.count == 1 || (!shape.isEmpty && found.scales.count == shape[found.dimension]) else {
      throw refusal(
        index, "has \(found.scales.count.counted("scale")) along dimension \(found.dimension) of the shape \(shape)")
    }
    for scale in found.scales where !scales.contains(scale) {
      throw refusal(index, "has the scale \(scale); allowed are \(scales.lowerBound) to \(scales.upperBound)")
    }
    let allowed = zeroPointRange(of: elementType)
    for zeroPoint in found.zeroPoints where !allowed.contains(zeroPoint) {
      throw refusal(
        index, "has the zero point \(zeroPoint); \(elementType) allows \(allowed.lowerBound) to \(allowed.upperBound)")
    }
    return found
  }

  private static func zeroPointRange(of type: TensorElementType) -> ClosedRange<Int64> {
    switch type {
    case .uint8: 0...255
    case .int8: -128...127
    case .int16: -32768...32767
    default: 0...0
    }
  }
}
