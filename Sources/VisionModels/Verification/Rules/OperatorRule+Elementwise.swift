import VisionCore

extension OperatorRule {
  private enum Kind { case sum, product, choice, other }

  static let elementwise: [String: OperatorRule] = [
    "ADD": pair(.sum, anyType, options: 11),
    "SUB": pair(.sum, anyType, options: 28),
    "MUL": pair(.product, anyType, options: 21),
    // An integer division by 0 would end the process.
    "DIV": pair(.other, [.float32], options: 29),
    "MAXIMUM MINIMUM": pair(.choice, anyType, hasActivation: false),
    "SQUARED_DIFFERENCE": pair(.other, [.float32], hasActivation: false),
    "FLOOR EXP NEG SIN LOG SQRT RSQRT SQUARE ABS CEIL COS ELU ROUND": each([.float32]),
    "LOGISTIC RELU RELU_N1_TO_1 RELU6 TANH HARD_SWISH": each(numbers),
    "LEAKY_RELU": OperatorRule(inputs: 1...1, options: 75, check: leakyReLU),
    "SOFTMAX": OperatorRule(inputs: 1...1, options: 9, check: softmax),
    "PRELU": OperatorRule(inputs: 2...2, check: prelu),
    "DEQUANTIZE": OperatorRule(inputs: 1...1, check: dequantize),
    "CAST": OperatorRule(inputs: 1...1, check: cast),
    "QUANTIZE": OperatorRule(inputs: 1...1, check: quantize),
    "DENSIFY": OperatorRule(inputs: 1...1, check: densify),
  ]

  private static func pair(
    _ kind: Kind, _ types: [TensorElementType], options: UInt8? = nil, hasActivation: Bool = true
  ) -> OperatorRule {
    OperatorRule(inputs: 2...2, options: options) { check throws(TasksError) in
      let (first, second, output) = (try check.input(0), try check.input(1), check.outputs[0])
      try check.requireSameType([first, second, output], types)
      for tensor in [first, second] { try check.requireRank(tensor, 0...(first.shape == second.shape ? 5 : 4)) }
      if hasActivation { try check.requireActivation(TFLiteSchema.Addition.activation) }
      guard let shape = broadcast(first.shape, second.shape) else {
        throw check.refusal("has inputs of the shapes \(first.shape) and \(second.shape), which do not go together")
      }
      try check.requireOutput(shape)
      try check.budget.charge(work: output.count, for: "\(check.name)")
      if output.isByte { try requireScales(kind, check, first, second, output) }
    }
  }

  /// The broadcast shape of two inputs; nil when they cannot be broadcast.
  static func broadcast(_ first: [Int], _ second: [Int]) -> [Int]? {
    let rank = max(first.count, second.count)
    func padded(_ shape: [Int]) -> [Int] { Array(repeating: 1, count: rank - shape.count) + shape }
    let pairs = zip(padded(first), padded(second))
    return pairs.allSatisfy { $0 == $1 || $0 == 1 || $1 == 1 } ? pairs.map { max($0, $1) } : nil
  }

  /// The runtime ends the process for sums whose scales differ by a factor of 2²⁰.
  private static func requireScales(
    _ kind: Kind, _ check: OperatorCheck, _ first: VerifiedTensor, _ second: VerifiedTensor, _ output: VerifiedTensor
  ) throws(TasksError) {
    let scales = [first, second, output].map { Double($0.quantization?.scale ?? 1) }
    switch kind {
    case .sum:
      try check.requireRatio(max(scales[0], scales[1]) / scales[2], 0x1p-16...0x1p16)
      try check.requireRatio(scales[0] / scales[1], 0x1p-16...0x1p16)
    case .product: try check.requireRatio(scales[0] * scales[1] / scales[2], 0x1p-30...0x1p16)
    case .choice, .other:
      try check.require(
        first.quantization == output.quantization && second.quantization == output.quantization,
        "has tensors of different scales or zero points")
    }
  }

  private static func each(_ types: [TensorElementType]) -> OperatorRule {
    OperatorRule(inputs: 1...1) { check throws(TasksError) in try requireEach(&check, types) }
  }

  private static func requireEach(_ check: inout OperatorCheck, _ types: [TensorElementType]) throws(TasksError) {
    let data = try check.input(0, ranks: 0...5)
    try check.requireSameType([data, check.outputs[0]], types)
    try check.requireOutput(data.shape)
    try check.budget.charge(work: data.count, for: "\(check.name)")
    try requireScales(check, data)
  }

  static func requireScales(
    _ check: OperatorCheck, _ data: VerifiedTensor, _ allowed: ClosedRange<Double> = 0x1p-30...0x1p16
  ) throws(TasksError) {
    guard let input = data.quantization?.scale, let output = check.outputs[0].quantization?.scale, data.isByte
    else { return }
    try check.requireRatio(Double(input) / Double(output), allowed)
  }

  private static func leakyReLU(_ check: inout OperatorCheck) throws(TasksError) {
    let alpha = try check.options?.float(0, absent: 0) ?? 0
    try check.require(abs(alpha) <= 1e4, "has the slope \(alpha); allowed are -10000 to 10000")
    try requireEach(&check, numbers)
  }

  private static func softmax(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.input(0, ranks: 1...4)
    let beta = try check.options?.float(0, absent: 0) ?? 0
    try check.require(beta > 0 && beta <= 1e4, "has the factor \(beta); allowed are numbers above 0, up to 10000")
    try check.requireSameType([data, check.outputs[0]], numbers)
    try check.requireOutput(data.shape)
    try check.budget.charge(work: data.count, 4, for: "\(check.name)")
  }

  private static func prelu(_ check: inout OperatorCheck) throws(TasksError) {
    let (data, alpha) = (try check.input(0, ranks: 1...4), try check.input(1, ranks: 1...4))
    try check.requireSameType([data, alpha, check.outputs[0]], numbers)
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

  private static func dequantize(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.input(0, ranks: 0...5)
    try check.requireType(data, [.float16, .int8, .uint8])
    if data.constant == nil { try check.requireScale(data) }
    try check.require(!data.isByte || data.quantization != nil, "reads bytes without a scale")
    try requireConversion(&check, data, [.float32])
  }

  private static func cast(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.input(0, ranks: 0...5)
    try check.requireType(data, anyType)
    if check.optionsType == 37 {
      let (from, to) = (try check.byteOption(0), try check.byteOption(1))
      try check.require(
        from == data.elementType.rawValue && to == check.outputs[0].elementType.rawValue,
        "has options for other types than its tensors'")
    }
    try requireConversion(&check, data, anyType)
  }

  private static func quantize(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.input(0, ranks: 0...5)
    try check.requireType(data, numbers)
    try check.requireScale(data)
    try check.requireScale(check.outputs[0])
    try requireScales(check, data, 0x1p-16...0x1p16)
    try requireConversion(&check, data, [.int8, .uint8])
  }

  private static func densify(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.input(0, ranks: 0...5)
    try check.requireType(data, [.float16, .float32])
    try check.require(data.isSparse && data.constant != nil, "reads a tensor that is not stored without its zeros")
    try requireConversion(&check, data, [data.elementType])
  }

  private static func requireConversion(
    _ check: inout OperatorCheck, _ data: VerifiedTensor, _ types: [TensorElementType]
  ) throws(TasksError) {
    try check.requireType(check.outputs[0], types)
    try check.requireOutput(data.shape)
    try check.budget.charge(work: data.count, for: "\(check.name)")
  }
}
