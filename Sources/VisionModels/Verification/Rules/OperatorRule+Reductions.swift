import VisionErrors

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
