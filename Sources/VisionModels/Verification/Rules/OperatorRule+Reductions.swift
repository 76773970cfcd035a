import VisionCore

extension OperatorRule {
  /// AVERAGE_POOL_2D and MAX_POOL_2D.
  static let pooling: [Int32: OperatorRule] = [
    1: OperatorRule(inputs: 1...1, options: 5) { check throws(TasksError) in try pool(&check) },
    17: OperatorRule(inputs: 1...1, options: 5) { check throws(TasksError) in try pool(&check) },
  ]

  private static func pool(_ check: inout OperatorCheck) throws(TasksError) {
    typealias Slot = TFLiteSchema.Pooling
    let data = try check.input(0)
    try check.requireRank(data, 4...4)
    try check.requireSameType([data, check.outputs[0]], [.float32, .int8, .uint8])
    let window = try WindowRule(
      check, padding: check.byteOption(Slot.padding),
      window: (check.option(Slot.windowHeight), check.option(Slot.windowWidth)),
      stride: (check.option(Slot.strideHeight), check.option(Slot.strideWidth)))
    try check.requireActivation(Slot.activation)
    guard let size = window.output(height: data.shape[1], width: data.shape[2]) else {
      throw check.refusal("has windows larger than its input of the shape \(data.shape)")
    }
    try check.requireOutput([data.shape[0], size.height, size.width, data.shape[3]])
    try check.budget.charge(work: check.outputs[0].count, window.taps, for: "\(check.name)")
    try check.budget.charge(
      bytes: data.shape[0] * size.height * size.width, window.taps, 8, for: "the windows of \(check.name)")
  }
}

extension OperatorRule {
  /// MEAN, SUM, REDUCE_MAX and REDUCE_MIN.
  static let reductions: [Int32: OperatorRule] = [
    40: reduction([.float32, .int8, .uint8]), 74: reduction([.float32]), 82: reduction([.float32, .int8, .uint8]),
    89: reduction([.float32, .int8, .uint8]),
  ]

  private static func reduction(_ types: [TensorElementType]) -> OperatorRule {
    OperatorRule(inputs: 2...2, options: 27) { check throws(TasksError) in
      let data = try check.input(0)
      try check.requireSameType([data, check.outputs[0]], types)
      try check.requireRank(data, 1...4)
      try check.requireRank(try check.input(1), 0...1)
      var axes: Set<Int> = []
      for axis in try check.integers(1, maximumCount: 8) {
        axes.insert(try check.axis(axis, rank: data.shape.count))
      }
      let keeps = try check.byteOption(0) != 0
      try check.requireOutput(
        data.shape.indices.compactMap { axes.contains($0) ? (keeps ? 1 : nil) : data.shape[$0] })
      if data.isByte, let input = data.quantization?.scale, let output = check.outputs[0].quantization?.scale {
        try check.requireRatio(Double(input) / Double(output), 0x1p-16...0x1p16)
      }
      try check.budget.charge(work: data.count, for: "\(check.name)")
      try check.budget.charge(scratch: check.outputs[0].count, 8, for: "\(check.name)")
    }
  }
}
