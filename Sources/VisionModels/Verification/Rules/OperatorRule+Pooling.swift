import VisionErrors

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
