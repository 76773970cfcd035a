import VisionCore

extension OperatorRule {
  static let slices: [String: OperatorRule] = [
    "GATHER": OperatorRule(inputs: 2...2, options: 23, check: gather),
    "STRIDED_SLICE": OperatorRule(inputs: 4...4, options: 32, check: stridedSlice),
    "SPLIT": OperatorRule(inputs: 2...2, outputs: 1...1024, options: 35, check: split),
    "SLICE": OperatorRule(inputs: 3...3, check: slice),
  ]

  private static func gather(_ check: inout OperatorCheck) throws(TasksError) {
    let (data, places) = (try check.movedInput(ranks: 1...4), try check.input(1))
    try check.requireRank(places, 0...2)
    let axis = try check.axis(check.option(0), rank: data.shape.count)
    let batches = try check.option(1)
    try check.require(batches == 0, "has \(batches.counted("batch dimension")); only 0 is supported")
    let indices = try check.integers(1, maximumCount: 1 << 16)
    try check.require(
      indices.allSatisfy { (0..<data.shape[axis]).contains($0) }, "takes elements outside 0..<\(data.shape[axis])")
    try check.requireOutput(data.shape[..<axis] + places.shape + data.shape[(axis + 1)...])
  }

  private static func slice(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.movedInput(ranks: 1...4)
    let (starts, sizes) = (try check.integers(1), try check.integers(2))
    try check.require(
      starts.count == data.shape.count && sizes.count == data.shape.count,
      "has \(starts.count) starts and \(sizes.count) sizes for the shape \(data.shape)")
    var shape: [Int] = []
    for (axis, dimension) in data.shape.enumerated() {
      let size = sizes[axis] == -1 ? dimension - starts[axis] : sizes[axis]
      try check.require(
        starts[axis] >= 0 && size > 0 && starts[axis] <= dimension - size,
        "takes \(sizes[axis]) from \(starts[axis]) of \(dimension) along dimension \(axis)")
      shape.append(size)
    }
    try check.requireOutput(shape)
  }

  private static func split(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.input(1)
    try check.requireRank(data, 1...4)
    let axes = try check.integers(0, maximumCount: 1)
    let axis = try check.axis(axes[0], rank: data.shape.count)
    let count = try check.option(0)
    try check.require(
      count == check.outputs.count && count > 0 && data.shape[axis] % count == 0,
      "splits the shape \(data.shape) along \(axis) into \(count), with \(check.outputs.count.counted("output"))")
    var shape = data.shape
    shape[axis] /= count
    for position in check.outputs.indices {
      try check.requireSameElements(data, check.outputs[position], anyType)
      try check.requireOutput(shape, at: position)
    }
  }

  private static func stridedSlice(_ check: inout OperatorCheck) throws(TasksError) {
    typealias Slot = TFLiteSchema.StridedSlice
    let data = try check.movedInput(ranks: 1...4)
    let (starts, ends, strides) = (try check.integers(1), try check.integers(2), try check.integers(3))
    let rank = data.shape.count
    try check.require(
      starts.count == rank && ends.count == rank && strides.count == rank,
      "has \(starts.count) starts, \(ends.count) ends and \(strides.count) strides for the shape \(data.shape)")
    for slot in [Slot.ellipsisMask, Slot.newAxisMask] {
      try check.require(try check.option(slot) == 0, "adds dimensions, which is not supported")
    }
    try check.require(try check.byteOption(Slot.offset) == 0, "counts ends from starts, which is not supported")
    let masks = (try check.option(Slot.beginMask), try check.option(Slot.endMask), try check.option(Slot.shrinkMask))
    var shape: [Int] = []
    for (axis, dimension) in data.shape.enumerated() {
      let bit = 1 << axis
      try check.require(strides[axis] > 0, "has the strides \(strides); they have to be above 0")
      func place(_ value: Int) -> Int { min(max(value < 0 ? value + dimension : value, 0), dimension) }
      let start = masks.0 & bit != 0 ? 0 : place(starts[axis])
      if masks.2 & bit != 0 {
        try check.require(start < dimension && strides[axis] == 1, "takes element \(starts[axis]) of \(dimension)")
        continue
      }
      let end = masks.1 & bit != 0 ? dimension : place(ends[axis])
      try check.require(start < end, "takes nothing along dimension \(axis) of the shape \(data.shape)")
      shape.append((end - start - 1) / strides[axis] + 1)
    }
    try check.requireOutput(shape)
  }
}
