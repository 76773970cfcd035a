import VisionCore

extension OperatorTable {
  /// Operators that give elements another shape or order.
  static let moves: [String: Kernel] = [
    "RESHAPE": { call throws(TasksError) in [try reshape(call)] },
    "TRANSPOSE": { call throws(TasksError) in [try transpose(call)] },
    "PAD": { call throws(TasksError) in [try pad(call)] },
    "DEPTH_TO_SPACE": { call throws(TasksError) in [try depthToSpace(call)] },
    "CONCATENATION": { call throws(TasksError) in [try Concatenation.run(call)] },
  ]

  private static func reshape(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let data = try call.input(0)
    var shape = call.optionalInput(1) == nil ? try call.options.integers(0) : try call.integers(1)
    if let open = shape.firstIndex(of: -1) {
      shape[open] = 1
      shape[open] = data.numbers.count / max(shape.elementCount, 1)
    }
    return try call.result(data.numbers, shape: shape)
  }

  private static func transpose(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let (data, order) = (try call.input(0), try call.integers(1))
    guard order.sorted() == Array(data.shape.indices) else { throw call.unsupported("in the order \(order)") }
    let shape = order.map { data.shape[$0] }
    let steps = order.map { data.shape.strides[$0] }
    return try call.result(ShapeWalk.map(shape, steps: [steps]) { data.numbers[$0[0]] }, shape: shape)
  }

  /// The margins hold what stands for 0.
  private static func pad(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let (data, margins) = (try call.input(0), try call.integers(1))
    guard margins.count == 2 * data.shape.count else { throw call.unsupported("with the margins \(margins)") }
    let shape = data.shape.indices.map { data.shape[$0] + margins[2 * $0] + margins[2 * $0 + 1] }
    let steps = shape.strides
    let start = zip(steps, data.shape.indices).reduce(0) { $0 + $1.0 * margins[2 * $1.1] }
    var results = [Double](repeating: Double(data.scale?.zero ?? 0), count: shape.elementCount)
    _ = ShapeWalk.map(data.shape, steps: [data.shape.strides, steps], starts: [0, start]) { places in
      results[places[1]] = data.numbers[places[0]]
      return 0
    }
    return try call.result(results, shape: shape)
  }

  /// Each place's channels become a block of places; the block's row comes first.
  private static func depthToSpace(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let (data, block) = (try call.input(0), try call.options.integer(0))
    guard data.shape.count == 4, block > 0, data.shape[3] % (block * block) == 0 else {
      throw call.unsupported("with blocks of \(block) for \(data.shape)")
    }
    let (batches, rows, columns) = (data.shape[0], data.shape[1], data.shape[2])
    let depth = data.shape[3] / (block * block)
    let strides = data.shape.strides
    let results = ShapeWalk.map(
      [batches, rows, block, columns, block, depth],
      steps: [[strides[0], strides[1], block * depth, strides[2], depth, 1]]
    ) { data.numbers[$0[0]] }
    return try call.result(results, shape: [batches, rows * block, columns * block, depth])
  }
}
