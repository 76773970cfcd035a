import Foundation
import VisionCore

/// SOFTMAX along the last dimension.
enum Softmax {
  static func run(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let data = try call.input(0)
    guard let width = data.shape.last, width > 0 else { throw call.unsupported("of the shape \(data.shape)") }
    let beta = try call.options.float(0)
    var results: [Double] = []
    results.reserveCapacity(data.numbers.count)
    for start in stride(from: 0, to: data.numbers.count, by: width) {
      let row = data.numbers[start..<start + width]
      results += data.isByte ? try quantized(row, call, data, beta: beta) : exact(row, beta: Double(beta))
    }
    return try call.result(results, shape: data.shape)
  }

  private static func exact(_ row: ArraySlice<Double>, beta: Double) -> [Double] {
    let peak = row.max() ?? 0
    let powers = row.map { exp(beta * ($0 - peak)) }
    let sum = powers.reduce(0, +)
    return powers.map { $0 / sum }
  }

  /// Bytes as TensorFlow Lite's optimized kernel has them, which XNNPACK does not replace: a table of float32 powers by the distance
  /// from the peak, summed in float32 from the first to the last; halves are rounded away from zero.
  ///
  /// Source: `optimized_ops.h` (`Softmax` with a lookup table).
  private static func quantized(
    _ row: ArraySlice<Double>, _ call: OperatorCall, _ data: ReferenceTensor, beta: Float
  ) throws(TasksError) -> [Double] {
    let output = try call.results[0].scale()
    guard let scale = data.scale else { throw call.unsupported("of \(data.elementType) without one scale") }
    let peak = row.max() ?? 0
    let powers = row.map { expf(-scale.step * beta * Float(peak - $0)) }
    let factor = 1 / (powers.reduce(Float(0), +) * output.step)
    return powers.map { power in
      let rounded = Double((power * factor).rounded(.toNearestOrAwayFromZero)) + Double(output.zero)
      return min(max(rounded, output.range.lowerBound), output.range.upperBound)
    }
  }
}
