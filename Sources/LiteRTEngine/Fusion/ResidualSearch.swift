import VisionCore
import VisionModels

/// What an ADD operator adds to a block: another tensor, or the block's input after operators that the block's kernels
/// replace.
struct FusedResidual: Sendable, Hashable {
  /// The channels that are added, the first ones; 0 for as many as the output has.
  var channels = 0
  /// Whether each number is the maximum of 2 × 2 pixels.
  var isPooled = false
}

extension ModelGraph {
  /// A residual that is computed from a block's input, which has fewer channels than the output, or twice its rows and
  /// columns, with the operators that do so. BlazeFace's blocks change sizes in this way.
  ///
  /// ```
  /// input [→ MAX_POOL_2D] [→ PAD] → residual
  /// ```
  func residual(
    _ tensor: Int32, from input: Int32
  ) throws(TasksError) -> (residual: FusedResidual, operators: Set<Int>)? {
    var (found, source, operators) = (FusedResidual(), tensor, Set<Int>())
    if let pad = try channelPad(before: source) {
      (source, found.channels) = (pad.input, pad.channels)
      operators.insert(pad.index)
    }
    if let pool = try maximum(before: source) {
      (source, found.isPooled) = (pool.input, true)
      operators.insert(pool.index)
    }
    return source == input && !operators.isEmpty ? (found, operators) : nil
  }

  /// A PAD operator over four dimensions whose output has one reader, and what it adds before and after each.
  func pad(before tensor: Int32) throws(TasksError) -> (use: Operator, margins: [Int])? {
    guard onlyReader(of: tensor) != nil, let pad = producers[tensor], pad.name == "PAD", pad.inputs.count == 2,
      let margins = try integers(pad.inputs[1]), margins.count == 8,
      try TensorInfo(self.tensor(pad.inputs[1])).shape == [4, 2]
    else { return nil }
    return (pad, margins)
  }

  /// A PAD operator that adds channels after the last one, whose output has one reader.
  private func channelPad(before tensor: Int32) throws(TasksError) -> (input: Int32, channels: Int, index: Int)? {
    guard let (pad, margins) = try pad(before: tensor), pad.outputs.count == 1,
      margins.dropLast().allSatisfy({ $0 == 0 }), let before = try imageShape(of: pad.inputs[0]),
      let after = try imageShape(of: tensor), before.size == after.size, before.channels <= after.channels
    else { return nil }
    return (pad.inputs[0], before.channels, pad.index)
  }

  /// A MAX_POOL_2D operator over 2 × 2 pixels without overlap, whose output has one reader.
  private func maximum(before tensor: Int32) throws(TasksError) -> (input: Int32, index: Int)? {
    typealias Slot = TFLiteSchema.Pooling
    guard let pool = producers[tensor], pool.name == "MAX_POOL_2D", pool.inputs.count == 1, pool.outputs.count == 1,
      onlyReader(of: tensor) != nil, let options = try pool.use.table(TFLiteSchema.Operator.options),
      let before = try imageShape(of: pool.inputs[0]), let after = try imageShape(of: tensor),
      before.channels == after.channels, before.size.height == 2 * after.size.height,
      before.size.width == 2 * after.size.width
    else { return nil }
    for slot in [Slot.strideWidth, .strideHeight, .windowWidth, .windowHeight] {
      guard try options.integer(slot, absent: Int32(0)) == 2 else { return nil }
    }
    return try options.integer(Slot.activation, absent: Int8(0)) == 0 ? (pool.inputs[0], pool.index) : nil
  }
}
