import VisionCore

extension OperatorTable {
  /// Operators that take parts of a tensor.
  static let slices: [String: Kernel] = [
    "STRIDED_SLICE": { call throws(TasksError) in [try stridedSlice(call)] },
    "GATHER": { call throws(TasksError) in [try gather(call)] },
    "UNPACK": { call throws(TasksError) in try unpack(call) },
  ]

  private static func stridedSlice(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let data = try call.input(0)
    let (begins, ends, strides) = (try call.integers(1), try call.integers(2), try call.integers(3))
    let (beginMask, endMask) = (try call.options.integer(0), try call.options.integer(1))
    let (ellipsis, added, shrinkMask) = (
      try call.options.integer(2), try call.options.integer(3), try call.options.integer(4)
    )
    guard ellipsis == 0, added == 0, strides.allSatisfy({ $0 > 0 }),
      [begins.count, ends.count, strides.count].allSatisfy({ $0 == data.shape.count })
    else { throw call.unsupported("with the strides \(strides), an ellipsis or added dimensions") }
    var (shape, all, starts): ([Int], [Int], [Int]) = ([], [], [])
    for (axis, extent) in data.shape.enumerated() {
      func place(_ value: Int) -> Int { min(max(value < 0 ? value + extent : value, 0), extent) }
      let shrinks = shrinkMask >> axis & 1 == 1
      // A dimension that shrinks is read at its begin, whatever the masks say.
      let begin = beginMask >> axis & 1 == 1 && !shrinks ? 0 : place(begins[axis])
      let end = shrinks ? begin + 1 : endMask >> axis & 1 == 1 ? extent : place(ends[axis])
      let count = max(end - begin + strides[axis] - 1, 0) / strides[axis]
      guard begin + (count - 1) * strides[axis] < extent else { throw call.unsupported("past \(data.shape)") }
      all.append(count)
      starts.append(begin)
      if !shrinks { shape.append(count) }
    }
    let steps = zip(data.shape.strides, strides).map { $0 * $1 }
    let start = zip(data.shape.strides, starts).reduce(0) { $0 + $1.0 * $1.1 }
    return try call.result(ShapeWalk.map(all, steps: [steps], starts: [start]) { data.numbers[$0[0]] }, shape: shape)
  }

  private static func gather(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let (data, places) = (try call.input(0), try call.input(1))
    let axis = try call.axis(call.options.integer(0), rank: data.shape.count)
    guard try call.options.integer(1) == 0,
      places.numbers.allSatisfy({ $0 >= 0 && Int($0) < data.shape[axis] })
    else { throw call.unsupported("with batches, or of elements outside \(data.shape)") }
    let size = data.shape[(axis + 1)...].reduce(1, *)
    var results: [Double] = []
    for piece in 0..<data.shape[..<axis].reduce(1, *) {
      for place in places.numbers {
        let start = (piece * data.shape[axis] + Int(place)) * size
        results += data.numbers[start..<start + size]
      }
    }
    return try call.result(results, shape: data.shape[..<axis] + places.shape + data.shape[(axis + 1)...])
  }

  private static func unpack(_ call: OperatorCall) throws(TasksError) -> [ReferenceTensor] {
    let data = try call.input(0)
    let axis = try call.axis(call.options.integer(1), rank: data.shape.count)
    guard data.shape[axis] == call.results.count else {
      throw call.unsupported("of \(data.shape) into \(call.results.count)")
    }
    var (shape, steps) = (data.shape, data.shape.strides)
    let step = steps[axis]
    shape.remove(at: axis)
    steps.remove(at: axis)
    var results: [ReferenceTensor] = []
    for position in call.results.indices {
      let numbers = ShapeWalk.map(shape, steps: [steps], starts: [position * step]) { data.numbers[$0[0]] }
      results.append(try call.result(numbers, shape: shape, at: position))
    }
    return results
  }
}
