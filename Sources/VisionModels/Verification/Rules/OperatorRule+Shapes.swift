import VisionCore

extension OperatorRule {
  static let shapes: [String: OperatorRule] = [
    "CONCATENATION": OperatorRule(inputs: 1...1024, options: 10, check: concatenation),
    "DEPTH_TO_SPACE": OperatorRule(inputs: 1...1, options: 94, check: depthToSpace),
    "RESHAPE": OperatorRule(inputs: 1...2, check: reshape),
    "SPACE_TO_DEPTH": OperatorRule(inputs: 1...1, options: 19, check: spaceToDepth),
    "PAD": OperatorRule(inputs: 2...2, check: pad),
    "TRANSPOSE": OperatorRule(inputs: 2...2, check: transpose),
    "SQUEEZE": OperatorRule(inputs: 1...1, options: 30, check: squeeze),
    "PADV2": OperatorRule(inputs: 3...3, check: padWithValue),
    "EXPAND_DIMS": OperatorRule(inputs: 2...2, check: expand),
    "PACK": OperatorRule(inputs: 1...1024, options: 59, check: pack),
    "UNPACK": OperatorRule(inputs: 1...1, outputs: 1...1024, options: 64, check: unpack),
    "GATHER": OperatorRule(inputs: 2...2, options: 23, check: gather),
    "STRIDED_SLICE": OperatorRule(inputs: 4...4, options: 32, check: stridedSlice),
    "SPLIT": OperatorRule(inputs: 2...2, outputs: 1...1024, options: 35, check: split),
    "SLICE": OperatorRule(inputs: 3...3, check: slice),
  ]

  private static func concatenation(_ check: inout OperatorCheck) throws(TasksError) {
    let first = try check.input(0, ranks: 1...5)
    let axis = try check.axis(check.option(TFLiteSchema.Concatenation.axis), rank: first.shape.count)
    let activation = try check.byteOption(TFLiteSchema.Concatenation.activation)
    try check.require(activation == 0, "has the fused activation \(activation); only 0 (none) is allowed")
    var shape = first.shape
    shape[axis] = 0
    for position in check.inputs.indices {
      let tensor = try check.input(position)
      try check.requireSameType([check.outputs[0], tensor], anyType)
      var others = tensor.shape
      try check.require(others.count == shape.count, "joins tensors of the shapes \(first.shape) and \(tensor.shape)")
      shape[axis] += others[axis]
      others[axis] = shape[axis]
      try check.require(others == shape, "joins tensors of the shapes \(first.shape) and \(tensor.shape) along \(axis)")
    }
    try check.requireOutput(shape)
  }

  private static func reshape(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.movedInput()
    var shape: [Int]
    if check.hasInput(1) {
      _ = try check.input(1, ranks: 1...1)
      shape = try check.integers(1, maximumCount: VerifiedTensor.maximumRank)
    } else {
      try check.require(check.optionsType == 17, "has neither a constant shape nor options of its kind")
      shape = try check.options?.integers(0, as: Int32.self).map(Int.init) ?? []
    }
    let open = shape.indices.filter { shape[$0] == -1 }
    try check.require(
      open.count <= 1 && shape.allSatisfy { $0 == -1 || VerifiedTensor.dimensionRange.contains($0) },
      "has the constant shape \(shape); allowed are positive numbers and one -1")
    var rest = 1
    for dimension in shape where dimension != -1 {
      let (product, overflows) = rest.multipliedReportingOverflow(by: dimension)
      try check.require(!overflows && product <= data.count, "makes \(shape) of the shape \(data.shape)")
      rest = product
    }
    if let place = open.first { shape[place] = data.count / rest }
    try check.require(
      shape.reduce(1, *) == data.count, "makes \(shape) of the shape \(data.shape), which has other elements")
    try check.requireOutput(shape)
  }

  private static func squeeze(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.movedInput()
    var axes = try check.axes(check.options?.integers(0, as: Int32.self).map(Int.init) ?? [], rank: data.shape.count)
    if axes.isEmpty { axes = Set(data.shape.indices.filter { data.shape[$0] == 1 }) }
    try check.require(axes.allSatisfy { data.shape[$0] == 1 }, "drops dimensions of \(data.shape) that are not 1")
    try check.requireOutput(data.shape.indices.filter { !axes.contains($0) }.map { data.shape[$0] })
  }

  private static func expand(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.movedInput()
    let axes = try check.integers(1, maximumCount: 1)
    var shape = data.shape
    shape.insert(1, at: try check.axis(axes[0], rank: shape.count + 1))
    try check.requireOutput(shape)
  }

  private static func pad(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.movedInput(ranks: 1...4)
    let (margins, shape) = (try check.integers(1), try check.input(1).shape)
    try check.require(
      shape == [data.shape.count, 2], "has margins of the shape \(shape); [\(data.shape.count), 2] is needed")
    try check.require(margins.allSatisfy((0...65536).contains), "has the margins \(margins); allowed are 0 to 65536")
    try check.requireOutput(data.shape.indices.map { data.shape[$0] + margins[2 * $0] + margins[2 * $0 + 1] })
  }

  private static func padWithValue(_ check: inout OperatorCheck) throws(TasksError) {
    let value = try check.input(2)
    try check.requireSameType([try check.input(0), value], anyType)
    try check.require(value.count == 1, "pads with a value of the shape \(value.shape); one number is allowed")
    try check.require(
      !value.isByte || value.quantization == check.outputs[0].quantization, "pads with a value of another scale")
    try pad(&check)
  }

  private static func transpose(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.movedInput(ranks: 1...5)
    let order = try check.integers(1)
    try check.require(
      order.sorted() == Array(data.shape.indices),
      "has the order \(order); each of 0..<\(data.shape.count) is needed once")
    try check.requireOutput(order.map { data.shape[$0] })
  }

  private static func depthToSpace(_ check: inout OperatorCheck) throws(TasksError) {
    let (data, block) = (try check.movedInput(ranks: 4...4), try check.option(0))
    try check.require(
      (2...64).contains(block) && data.shape[3] % (block * block) == 0,
      "has blocks of \(block) for the shape \(data.shape); allowed are 2 to 64 whose square divides the channels")
    try check.requireOutput(
      [data.shape[0], data.shape[1] * block, data.shape[2] * block, data.shape[3] / (block * block)])
  }

  private static func spaceToDepth(_ check: inout OperatorCheck) throws(TasksError) {
    let (data, block) = (try check.movedInput(ranks: 4...4), try check.option(0))
    try check.require(
      (2...64).contains(block) && data.shape[1] % block == 0 && data.shape[2] % block == 0,
      "has blocks of \(block) for the shape \(data.shape); allowed are 2 to 64 that divide rows and columns")
    try check.requireOutput(
      [data.shape[0], data.shape[1] / block, data.shape[2] / block, data.shape[3] * block * block])
  }

  private static func pack(_ check: inout OperatorCheck) throws(TasksError) {
    let first = try check.input(0, ranks: 0...4)
    let count = try check.option(0)
    try check.require(count == check.inputs.count, "says \(count.counted("input")) and has \(check.inputs.count)")
    for position in check.inputs.indices {
      let tensor = try check.input(position)
      try check.requireSameElements(tensor, check.outputs[0], anyType)
      try check.require(tensor.shape == first.shape, "packs tensors of the shapes \(first.shape) and \(tensor.shape)")
    }
    var shape = first.shape
    shape.insert(check.inputs.count, at: try check.axis(check.option(1), rank: shape.count + 1))
    try check.requireOutput(shape)
  }

  private static func unpack(_ check: inout OperatorCheck) throws(TasksError) {
    let data = try check.input(0, ranks: 1...4)
    let count = try check.option(0)
    let axis = try check.axis(check.option(1), rank: data.shape.count)
    try check.require(
      count == check.outputs.count && data.shape[axis] == count,
      "unpacks \(count) of the shape \(data.shape) along \(axis) into \(check.outputs.count.counted("output"))")
    var shape = data.shape
    shape.remove(at: axis)
    try check.requireParts(of: data, shape)
  }

  private static func gather(_ check: inout OperatorCheck) throws(TasksError) {
    let (data, places) = (try check.movedInput(ranks: 1...4), try check.input(1, ranks: 0...2))
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
    let data = try check.input(1, ranks: 1...4)
    let axes = try check.integers(0, maximumCount: 1)
    let axis = try check.axis(axes[0], rank: data.shape.count)
    let count = try check.option(0)
    try check.require(
      count == check.outputs.count && count > 0 && data.shape[axis] % count == 0,
      "splits the shape \(data.shape) along \(axis) into \(count), with \(check.outputs.count.counted("output"))")
    var shape = data.shape
    shape[axis] /= count
    try check.requireParts(of: data, shape)
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

extension OperatorCheck {
  /// The first input, whose elements the first output has.
  func movedInput(
    _ types: [TensorElementType] = OperatorRule.anyType, ranks: ClosedRange<Int>? = nil
  ) throws(TasksError) -> VerifiedTensor {
    let data = try input(0, ranks: ranks)
    try requireSameElements(data, outputs[0], types)
    return data
  }

  /// Checks that each output has a part of a tensor's elements, in one shape.
  func requireParts(of data: VerifiedTensor, _ shape: [Int]) throws(TasksError) {
    for position in outputs.indices {
      try requireSameElements(data, outputs[position], OperatorRule.anyType)
      try requireOutput(shape, at: position)
    }
  }

  func requireSameElements(
    _ input: VerifiedTensor, _ output: VerifiedTensor, _ types: [TensorElementType]
  ) throws(TasksError) {
    try requireSameType([input, output], types)
    guard input.isByte else { return }
    try require(
      input.quantization?.scale == output.quantization?.scale
        && input.quantization?.zeroPoint == output.quantization?.zeroPoint,
      "moves elements between tensors of different scales or zero points")
  }
}
