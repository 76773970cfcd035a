import VisionCore

extension OperatorTable {
  /// Operators of two tensors, the smaller of which is repeated along missing dimensions and those of the size 1.
  static let arithmetic: [String: Kernel] = [
    "ADD": { call throws(TasksError) in
      try call.input(0).isByte ? [try QuantizedAddition.run(call)] : try combine(call, activation: 0, +)
    },
    "SUB": { call throws(TasksError) in try combine(call, activation: 0, -) },
    "MUL": { call throws(TasksError) in try combine(call, activation: 0, *) },
    "DIV": { call throws(TasksError) in try combine(call, activation: 0, /) },
    "MAXIMUM": { call throws(TasksError) in try combine(call, activation: nil) { max($0, $1) } },
    "SQUARED_DIFFERENCE": { call throws(TasksError) in
      try combine(call, activation: nil) { ($0 - $1) * ($0 - $1) }
    },
    "PRELU": { call throws(TasksError) in
      try combine(call, activation: nil) { $0 >= 0 ? $0 : $0 * $1 }
    },
  ]

  private static func combine(
    _ call: OperatorCall, activation: Int?, _ combined: (Double, Double) -> Double
  ) throws(TasksError) -> [ReferenceTensor] {
    let (first, second) = (try call.input(0), try call.input(1))
    guard first.elementType == .float32, second.elementType == .float32 else {
      throw call.unsupported("of \(first.elementType) and \(second.elementType)")
    }
    let broadcast = try Broadcast(call, first.shape, second.shape)
    var results = broadcast.combine(first.numbers, second.numbers, combined)
    if let activation { results.clamp(to: try call.activation(activation)) }
    return [try call.result(results, shape: broadcast.shape)]
  }
}
