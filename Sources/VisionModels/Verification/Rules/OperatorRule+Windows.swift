import VisionCore

extension OperatorRule {
  /// Pooling, reductions and resizing.
  static let windows: [String: OperatorRule] = [
    "AVERAGE_POOL_2D MAX_POOL_2D": OperatorRule(inputs: 1...1, options: 5, check: pool),
    "MEAN REDUCE_MAX REDUCE_MIN": reduction(numbers),
    "SUM": reduction([.float32]),
    "RESIZE_BILINEAR": resize(options: 15, flags: 2),
    "RESIZE_NEAREST_NEIGHBOR": resize(options: 74, flags: 0),
  ]

  private static func pool(_ check: inout OperatorCheck) throws(TasksError) {
    typealias Slot = TFLiteSchema.Pooling
    let data = try check.input(0, ranks: 4...4)
    try check.requireSameType([data, check.outputs[0]], numbers)
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

  private static func reduction(_ types: [TensorElementType]) -> OperatorRule {
    OperatorRule(inputs: 2...2, options: 27) { check throws(TasksError) in
      let data = try check.input(0, ranks: 1...4)
      try check.requireSameType([data, check.outputs[0]], types)
      _ = try check.input(1, ranks: 0...1)
      let axes = try check.axes(check.integers(1, maximumCount: 8), rank: data.shape.count)
      let keeps = try check.byteOption(0) != 0
      try check.requireOutput(data.shape.indices.compactMap { axes.contains($0) ? (keeps ? 1 : nil) : data.shape[$0] })
      try requireScales(check, data, 0x1p-16...0x1p16)
      try check.budget.charge(work: data.count, for: "\(check.name)")
      try check.budget.charge(scratch: check.outputs[0].count, 8, for: "\(check.name)")
    }
  }

  /// `flags` is the slot of the option for aligned corners; the next one is that for half-pixel centres.
  private static func resize(options: UInt8, flags: Int) -> OperatorRule {
    OperatorRule(inputs: 2...2, options: options) { check throws(TasksError) in
      let data = try check.movedInput(numbers, ranks: 4...4)
      let size = try check.integers(1, maximumCount: 2)
      try check.require(
        size.count == 2 && size.allSatisfy((1...16384).contains), "has the size \(size); allowed are two of 1 to 16384")
      let (aligns, halves) = (try check.byteOption(flags), try check.byteOption(flags + 1))
      try check.require(aligns == 0 || halves == 0, "aligns corners and half pixels at once")
      try check.requireOutput([data.shape[0], size[0], size[1], data.shape[3]])
      try check.budget.charge(work: check.outputs[0].count, 4, for: "\(check.name)")
      try check.budget.charge(bytes: size[0] * size[1], 48, for: "\(check.name)")
    }
  }
}

/// The window, stride, dilation and padding of an operator, with their allowed values.
struct WindowRule {
  /// No published model has larger strides, dilations or windows, and the runtime computes with them in 32 bits.
  static let allowed = 1...1024

  let window: (height: Int, width: Int)
  let stride: (height: Int, width: Int)
  let dilation: (height: Int, width: Int)
  let isPadded: Bool

  init(
    _ check: OperatorCheck, padding: UInt8, window: (height: Int, width: Int), stride: (height: Int, width: Int),
    dilation: (height: Int, width: Int) = (1, 1)
  ) throws(TasksError) {
    for (what, pair) in [("window", window), ("stride", stride), ("dilation", dilation)] {
      try check.require(
        Self.allowed.contains(pair.height) && Self.allowed.contains(pair.width),
        "has the \(what) \(pair.height) x \(pair.width); allowed are \(Self.allowed.lowerBound) to "
          + "\(Self.allowed.upperBound)")
    }
    try check.require(padding <= 1, "has the padding \(padding); allowed are 0 (same) and 1 (valid)")
    (self.window, self.stride, self.dilation, isPadded) = (window, stride, dilation, padding == 0)
  }

  func output(height: Int, width: Int) -> (height: Int, width: Int)? {
    guard let rows = outputSize(height, window.height, stride.height, dilation.height),
      let columns = outputSize(width, window.width, stride.width, dilation.width)
    else { return nil }
    return (rows, columns)
  }

  private func outputSize(_ input: Int, _ window: Int, _ stride: Int, _ dilation: Int) -> Int? {
    let span = (window - 1) * dilation + 1
    if isPadded { return (input + stride - 1) / stride }
    return input >= span ? (input - span) / stride + 1 : nil
  }

  var taps: Int { window.height * window.width }
}
