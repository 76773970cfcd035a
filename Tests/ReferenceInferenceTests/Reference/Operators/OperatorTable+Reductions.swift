import VisionCore

extension OperatorTable {
  /// Operators that make one number of all along some dimensions.
  static let reductions: [String: Kernel] = [
    "SUM": { call throws(TasksError) in try reduce(call, from: 0, +) },
    "MEAN": { call throws(TasksError) in try reduce(call, from: 0, +) { $0 / Double($1) } },
    "REDUCE_MAX": { call throws(TasksError) in try reduce(call, from: -.infinity, max) },
    "REDUCE_MIN": { call throws(TasksError) in try reduce(call, from: .infinity, min) },
  ]

  private static func reduce(
    _ call: OperatorCall, from start: Double, _ combined: (Double, Double) -> Double,
    finishing finish: (Double, Int) -> Double = { number, _ in number }
  ) throws(TasksError) -> [ReferenceTensor] {
    let data = try call.input(0)
    guard data.elementType == .float32 else { throw call.unsupported("of \(data.elementType)") }
    var axes: Set<Int> = []
    for axis in try call.integers(1) { axes.insert(try call.axis(axis, rank: data.shape.count)) }
    // The same shape with the size 1 where numbers are combined; places along these dimensions are the same one.
    let kept = data.shape.enumerated().map { axes.contains($0.offset) ? 1 : $0.element }
    let steps = kept.strides.enumerated().map { axes.contains($0.offset) ? 0 : $0.element }
    var results = [Double](repeating: start, count: kept.elementCount)
    _ = ShapeWalk.map(data.shape, steps: [data.shape.strides, steps]) { places in
      results[places[1]] = combined(results[places[1]], data.numbers[places[0]])
      return 0
    }
    let count = data.numbers.count / max(results.count, 1)
    let keepsDimensions = try call.options.byte(0) != 0
    let shape = keepsDimensions ? kept : data.shape.indices.filter { !axes.contains($0) }.map { data.shape[$0] }
    return [try call.result(results.map { finish($0, count) }, shape: shape)]
  }
}
