import VisionCore

/// CONCATENATION along one dimension.
enum Concatenation {
  static func run(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    var tensors: [ReferenceTensor] = []
    for position in call.inputs.indices { tensors.append(try rescaled(call.input(position), call)) }
    guard var shape = tensors.first?.shape else { throw call.unsupported("of nothing") }
    let axis = try call.axis(call.options.integer(0), rank: shape.count)
    guard try call.options.byte(1) == 0 else { throw call.unsupported("with a fused activation") }
    shape[axis] = tensors.reduce(0) { $0 + $1.shape[axis] }
    let pieces = shape[..<axis].reduce(1, *)
    var results: [Double] = []
    results.reserveCapacity(shape.elementCount)
    for piece in 0..<pieces {
      for tensor in tensors {
        let size = tensor.numbers.count / pieces
        results += tensor.numbers[piece * size..<(piece + 1) * size]
      }
    }
    return try call.result(results, shape: shape)
  }

  /// Bytes of another scale than the result's are converted in float32, halves away from zero.
  ///
  /// Source: `reference/concatenation.h` (`ConcatenationWithScaling`).
  private static func rescaled(
    _ tensor: ReferenceTensor, _ call: OperatorCall
  ) throws(TasksError) -> ReferenceTensor {
    guard tensor.isByte else { return tensor }
    let output = try call.results[0].scale()
    guard let input = tensor.scale, input.range == output.range else {
      throw call.unsupported("of \(tensor.elementType) without one scale")
    }
    guard input != output else { return tensor }
    let factor = input.step * (1 / output.step)
    let offset = Float(-input.zero) * factor
    return try ReferenceTensor(
      shape: tensor.shape, elementType: tensor.elementType, quantization: call.results[0].info.quantization,
      numbers: tensor.numbers.map { stored in
        let moved = Double((Float(stored) * factor + offset).rounded(.toNearestOrAwayFromZero)) + Double(output.zero)
        return min(max(moved, output.range.lowerBound), output.range.upperBound)
      })
  }
}
