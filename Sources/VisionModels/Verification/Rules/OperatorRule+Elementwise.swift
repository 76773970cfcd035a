import VisionCore

extension OperatorRule {
  private enum Kind { case sum, product, choice, other }

  /// Elementwise operators of two tensors.
  static let elementwise: [Int32: OperatorRule] = [
    0: pair(.sum, [.float32, .int32, .int8, .uint8], options: 11),
    18: pair(.product, [.float32, .int32, .int8, .uint8], options: 21),
    41: pair(.sum, [.float32, .int32, .int8, .uint8], options: 28),
    // An integer division by 0 would end the process.
    42: pair(.other, [.float32], options: 29),
    55: pair(.choice, [.float32, .int32, .int8, .uint8], hasActivation: false),
    57: pair(.choice, [.float32, .int32, .int8, .uint8], hasActivation: false),
    99: pair(.other, [.float32], hasActivation: false),
  ]

  private static func pair(
    _ kind: Kind, _ types: [TensorElementType], options: UInt8? = nil, hasActivation: Bool = true
  ) -> OperatorRule {
    OperatorRule(inputs: 2...2, options: options) { check throws(TasksError) in
      let (first, second, output) = (try check.input(0), try check.input(1), check.outputs[0])
      try check.requireSameType([first, second, output], types)
      try check.requireRank(first, 0...(first.shape == second.shape ? 5 : 4))
      try check.requireRank(second, 0...(first.shape == second.shape ? 5 : 4))
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
    let (left, right) = [first, second].map { Array(repeating: 1, count: rank - $0.count) + $0 }.pair
    var shape: [Int] = []
    for (one, other) in zip(left, right) {
      guard one == other || one == 1 || other == 1 else { return nil }
      shape.append(max(one, other))
    }
    return shape
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
}

extension [[Int]] {
  fileprivate var pair: ([Int], [Int]) { (self[0], self[1]) }
}
