import VisionErrors

/// One operator with its tensors, as its rule sees it.
struct OperatorCheck {
  /// The operator's place in the model.
  let index: Int
  let name: String
  /// The tensors that it reads; nil where an optional one is left out.
  let inputs: [VerifiedTensor?]
  let outputs: [VerifiedTensor]
  /// Whether an input is in the file or computed from such alone, by its position.
  let areStatic: [Bool]
  /// The kind of the operator's own settings, by its number in the schema's union; 0 without any.
  let optionsType: UInt8
  /// The operator's own settings.
  let options: FlatBufferTable?
  /// The settings of a custom operator.
  let customOptions: ModelData?
  var budget: ModelBudget

  /// Refuses the operator unless a condition holds.
  ///
  /// - Parameters:
  ///   - condition: What has to hold.
  ///   - what: What is wrong and what is allowed, after "operator 3 (CONV_2D) ".
  /// - Throws: `TasksError` with `invalidArgumentError` when it does not hold.
  func require(_ condition: Bool, _ what: @autoclosure () -> String) throws(TasksError) {
    guard condition else { throw refusal(what()) }
  }

  func refusal(_ what: String) -> TasksError {
    TasksError.invalidArgument(
      "The model is refused: operator \(index) (\(name)) \(what). Fetch or convert it again.")
  }

  /// An input that has to be there.
  func input(_ position: Int) throws(TasksError) -> VerifiedTensor {
    guard inputs.indices.contains(position), let tensor = inputs[position] else {
      throw refusal("has no input \(position), which it needs")
    }
    return tensor
  }

  func hasInput(_ position: Int) -> Bool { inputs.indices.contains(position) && inputs[position] != nil }

  /// Checks the shape of an output against the one that follows from inputs and options.
  func requireOutput(_ shape: [Int], at position: Int = 0) throws(TasksError) {
    let output = outputs[position]
    try require(
      output.shape == shape,
      "has the output shape \(output.shape), and \(shape) follows from its inputs and options")
  }

  /// Checks that a tensor has one of some types.
  func requireType(_ tensor: VerifiedTensor, _ types: [TensorElementType]) throws(TasksError) {
    try require(
      types.contains(tensor.elementType),
      "has a tensor of \(tensor.elementType); allowed are \(types.map { "\($0)" }.joined(separator: ", "))")
  }

  /// Checks that all tensors are of the first one's type, which is one of some; 8-bit ones need one scale each.
  func requireSameType(_ tensors: [VerifiedTensor], _ types: [TensorElementType]) throws(TasksError) {
    for tensor in tensors {
      try requireType(tensor, types)
      try require(
        tensor.elementType == tensors[0].elementType,
        "mixes tensors of \(tensors[0].elementType) and \(tensor.elementType)")
      try requireScale(tensor)
    }
  }

  /// Checks that a tensor of 8-bit numbers has exactly one scale.
  func requireScale(_ tensor: VerifiedTensor) throws(TasksError) {
    guard tensor.isByte else { return }
    try require(
      tensor.quantization?.scales.count == 1,
      "needs one scale for tensor \(tensor.index), which has \(tensor.quantization?.scales.count ?? 0)")
  }

  /// The 32-bit whole numbers of an input that the file has to hold.
  func integers(_ position: Int, maximumCount: Int = 64) throws(TasksError) -> [Int] {
    let tensor = try input(position)
    guard tensor.elementType == .int32, let bytes = tensor.constant, !tensor.isSparse, tensor.count <= maximumCount
    else {
      throw refusal(
        "needs a constant of at most \(maximumCount) numbers of int32 as input \(position); "
          + "it has \(tensor.shape) of \(tensor.elementType)\(tensor.constant == nil ? ", which is computed" : "")")
    }
    return bytes.integers(Int32.self).map(Int.init)
  }

  /// A whole number among the options.
  func option(_ slot: Int, absent: Int32 = 0) throws(TasksError) -> Int {
    Int(try options?.integer(slot, absent: absent) ?? absent)
  }

  /// A byte among the options: a truth value or the number of a kind.
  func byteOption(_ slot: Int) throws(TasksError) -> UInt8 { try options?.integer(slot, absent: UInt8(0)) ?? 0 }

  /// Checks the activation function that is computed at the end: none or one of the three bounds.
  func requireActivation(_ slot: Int) throws(TasksError) {
    let activation = try byteOption(slot)
    try require(activation <= 3, "has the fused activation \(activation); allowed are 0 to 3")
  }

  /// An axis as a position in a shape; negative ones count from the end.
  func axis(_ value: Int, rank: Int) throws(TasksError) -> Int {
    try require(
      (-rank..<rank).contains(value), "has the axis \(value); a tensor of \(rank) dimensions allows \(-rank)..<\(rank)")
    return value < 0 ? value + rank : value
  }

  /// Checks the number of a tensor's dimensions.
  func requireRank(_ tensor: VerifiedTensor, _ ranks: ClosedRange<Int>) throws(TasksError) {
    try require(
      ranks.contains(tensor.shape.count),
      "has a tensor of the shape \(tensor.shape); allowed are \(ranks.lowerBound) to \(ranks.upperBound) dimensions")
  }

  /// Checks that the result of a product with scales stays within what 32-bit arithmetic can do.
  func requireRatio(_ ratio: Double, _ allowed: ClosedRange<Double>) throws(TasksError) {
    try require(
      allowed.contains(ratio),
      "has scales of the ratio \(ratio); allowed are \(allowed.lowerBound) to \(allowed.upperBound)")
  }
}
