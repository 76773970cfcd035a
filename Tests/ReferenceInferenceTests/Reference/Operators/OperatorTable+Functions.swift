import Foundation
import VisionCore

extension OperatorTable {
  /// Functions of each element, and SOFTMAX.
  static let functions: [String: Kernel] = [
    "RELU": { call throws(TasksError) in try map(call) { max($0, 0) } },
    "NEG": { call throws(TasksError) in try map(call) { -$0 } },
    "SQRT": { call throws(TasksError) in try map(call) { $0.squareRoot() } },
    "RSQRT": { call throws(TasksError) in try map(call) { 1 / $0.squareRoot() } },
    "HARD_SWISH": { call throws(TasksError) in try map(call) { $0 * min(max($0 + 3, 0), 6) / 6 } },
    "LOGISTIC": { call throws(TasksError) in
      try call.input(0).isByte ? [try quantizedLogistic(call)] : try map(call, logistic)
    },
    "SOFTMAX": { call throws(TasksError) in [try Softmax.run(call)] },
  ]

  private static func map(
    _ call: OperatorCall, _ function: (Double) -> Double
  ) throws(TasksError) -> [ReferenceTensor] {
    let data = try call.input(0)
    guard data.elementType == .float32 else { throw call.unsupported("of \(data.elementType)") }
    return [try call.result(data.numbers.map(function), shape: data.shape)]
  }

  private static func logistic(_ number: Double) -> Double { 1 / (1 + exp(-number)) }

  /// The nearest stored number, halves to even.
  private static func quantizedLogistic(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let data = try call.input(0)
    let output = try call.results[0].scale()
    guard let scale = data.scale else { throw call.unsupported("of \(data.elementType) without one scale") }
    // There are 256 different numbers only.
    let lowest = scale.range.lowerBound
    let table = (0..<256).map { output.stored(logistic(scale.real(lowest + Double($0)))) }
    return try call.result(data.numbers.map { table[Int($0 - lowest)] }, shape: data.shape)
  }
}
