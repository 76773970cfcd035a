import VisionCore

extension OperatorTable {
  /// Operators that give numbers another type. Sparse tensors have their zeros from the start, so DENSIFY copies.
  static let conversions: [String: Kernel] = [
    "DENSIFY": { call throws(TasksError) in
      let data = try call.input(0)
      return [try call.result(data.numbers, shape: data.shape)]
    },
    "DEQUANTIZE": { call throws(TasksError) in [try dequantize(call)] },
    "QUANTIZE": { call throws(TasksError) in [try requantize(call)] },
  ]

  private static func dequantize(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let data = try call.input(0)
    if data.elementType == .float16 { return try call.result(data.numbers, shape: data.shape) }
    guard data.isByte, let scale = data.scale else { throw call.unsupported("of \(data.elementType)") }
    return try call.result(data.numbers.map(scale.real), shape: data.shape)
  }

  /// From one quantization to another, as `reference/requantize.h` has it. The models change the type only, with equal scales.
  private static func requantize(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let data = try call.input(0)
    let output = try call.results[0].scale()
    guard data.isByte, let input = data.scale else { throw call.unsupported("of \(data.elementType)") }
    let factor = FixedPointFactor(Double(input.step) / Double(output.step))
    let numbers = data.numbers.map { stored in
      let moved = Double(factor(Int64(stored) - Int64(input.zero)) + Int64(output.zero))
      return min(max(moved, output.range.lowerBound), output.range.upperBound)
    }
    return try call.result(numbers, shape: data.shape)
  }
}
