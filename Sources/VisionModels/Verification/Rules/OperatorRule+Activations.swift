import VisionCore

extension OperatorRule {
  private static let numbers: [TensorElementType] = [.float32, .int8, .uint8]

  /// Elementwise functions.
  static let activations: [Int32: OperatorRule] = [
    8: each([.float32]),  // FLOOR
    14: each(numbers),  // LOGISTIC
    19: each(numbers),  // RELU
    20: each(numbers),  // RELU_N1_TO_1
    21: each(numbers),  // RELU6
    25: OperatorRule(inputs: 1...1, options: 9) { check throws(TasksError) in try softmax(&check) },
    28: each(numbers),  // TANH
    47: each([.float32]),  // EXP
    54: OperatorRule(inputs: 2...2) { check throws(TasksError) in try prelu(&check) },
    59: each([.float32]),  // NEG
    66: each([.float32]),  // SIN
    73: each([.float32]),  // LOG
    75: each([.float32]),  // SQRT
    76: each([.float32]),  // RSQRT
    92: each([.float32]),  // SQUARE
    98: OperatorRule(inputs: 1...1, options: 75) { check throws(TasksError) in
      let alpha = try check.options?.float(0, absent: 0) ?? 0
      try check.require(abs(alpha) <= 1e4, "has the slope \(alpha); allowed are -10000 to 10000")
      try requireEach(&check, numbers)
    },
    101: each([.float32]),  // ABS
    104: each([.float32]),  // CEIL
    108: each([.float32]),  // COS
    111: each([.float32]),  // ELU
    116: each([.float32]),  // ROUND
    117: each(numbers),  // HARD_SWISH
  ]

  private static func each(_ types: [TensorElementType]) -> OperatorRule {
    OperatorRule(inputs: 1...1) { check throws(TasksError) in try requireEach(&check, types) }
  }

  private static func requireEach(_ check: inout OperatorCheck, _ types: [TensorElementType]) throws(TasksError) {
    let data = try check.input(0)
    try check.requireSameType([data, check.outputs[0]], types)
    try check.requireRank(data, 0...5)
    try check.requireOutput(data.shape)
    try check.budget.charge(work: data.count, for: "\(check.name)")
    try requireScales(check, data)
  }

  private static func requireScales(_ check: OperatorCheck, _ data: VerifiedTensor) throws(TasksError) {
    guard let input = data.quantization?.scale, let output = check.outputs[0].quantization?.scale, data.isByte else {
      return
    }
    try check.requireRatio(Double(input) / Double(output), 0x1p-30...0x1p16)
  }

  private static func softmax(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.input(0)
    try check.requireRank(data, 1...4)
    let beta = try check.options?.float(0, absent: 0) ?? 0
    try check.require(beta > 0 && beta <= 1e4, "has the factor \(beta); allowed are numbers above 0, up to 10000")
    try check.requireSameType([data, check.outputs[0]], numbers)
    try check.requireOutput(data.shape)
    try check.budget.charge(work: data.count, 4, for: "\(check.name)")
  }

  private static func prelu(_ check: inout OperatorCheck) throws(TasksError) {
    let (data, alpha) = (try check.input(0), try check.input(1))
    try check.requireSameType([data, alpha, check.outputs[0]], numbers)
    try check.requireRank(data, 1...4)
    try check.requireRank(alpha, 1...4)
    try check.require(check.areStatic[1], "has slopes that are computed from the model's input")
    try check.require(
      alpha.shape.count <= data.shape.count && broadcast(data.shape, alpha.shape) == data.shape,
      "has slopes of the shape \(alpha.shape) for an input of \(data.shape)")
    try check.requireOutput(data.shape)
    try requireScales(check, data)
    try check.budget.charge(work: data.count, for: "\(check.name)")
    if data.isByte, let slope = alpha.quantization?.scale, let input = data.quantization?.scale,
      let output = check.outputs[0].quantization?.scale
    {
      try check.requireRatio(Double(input) * Double(slope) / Double(output), 0x1p-30...0x1p16)
    }
  }
}
