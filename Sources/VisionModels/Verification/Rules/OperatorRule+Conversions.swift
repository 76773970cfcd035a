import VisionCore

extension OperatorRule {
  /// Operators that change the element type.
  static let conversions: [Int32: OperatorRule] = [
    6: OperatorRule(inputs: 1...1) { check throws(TasksError) in
      let data = try check.input(0)
      try check.requireType(data, [.float16, .int8, .uint8])
      if data.constant == nil { try check.requireScale(data) }
      try check.require(
        !data.isByte || data.quantization != nil, "reads bytes without a scale")
      try requireConversion(&check, data, [.float32])
    },
    53: OperatorRule(inputs: 1...1) { check throws(TasksError) in
      let data = try check.input(0)
      let types: [TensorElementType] = [.float32, .int32, .int8, .uint8]
      try check.requireType(data, types)
      if check.optionsType == 37 {
        let (from, to) = (try check.byteOption(0), try check.byteOption(1))
        try check.require(
          from == data.elementType.rawValue && to == check.outputs[0].elementType.rawValue,
          "has options for other types than its tensors'")
      }
      try requireConversion(&check, data, types)
    },
    114: OperatorRule(inputs: 1...1) { check throws(TasksError) in
      let data = try check.input(0)
      try check.requireType(data, [.float32, .int8, .uint8])
      try check.requireScale(data)
      try check.requireScale(check.outputs[0])
      if let input = data.quantization?.scale, let output = check.outputs[0].quantization?.scale, data.isByte {
        try check.requireRatio(Double(input) / Double(output), 0x1p-16...0x1p16)
      }
      try requireConversion(&check, data, [.int8, .uint8])
    },
    124: OperatorRule(inputs: 1...1) { check throws(TasksError) in
      let data = try check.input(0)
      try check.requireType(data, [.float16, .float32])
      try check.require(
        data.isSparse && data.constant != nil, "reads a tensor that is not stored without its zeros")
      try requireConversion(&check, data, [data.elementType])
    },
  ]

  private static func requireConversion(
    _ check: inout OperatorCheck, _ data: VerifiedTensor, _ types: [TensorElementType]
  ) throws(TasksError) {
    try check.requireRank(data, 0...5)
    try check.requireType(check.outputs[0], types)
    try check.requireOutput(data.shape)
    try check.budget.charge(work: data.count, for: "\(check.name)")
  }
}
