import VisionCore

/// The rule that one kind of operator has to satisfy before the runtime may read it.
struct OperatorRule: Sendable {
  let inputs: ClosedRange<Int>
  /// The index of an optional input.
  var optionalInput: Int?
  var outputs: ClosedRange<Int> = 1...1
  /// The type of its options (the number in the schema's union); nil when it reads none.
  var options: UInt8?
  /// Checks types, shapes, constants and options, and charges the budget.
  let check: @Sendable (inout OperatorCheck) throws(TasksError) -> Void

  static let numbers: [TensorElementType] = [.float32, .int8, .uint8]
  static let anyType: [TensorElementType] = [.float32, .int32, .int8, .uint8]

  /// The rules of the schema's operators, by name. In the tables that they come from several names may share a rule.
  static let builtin: [String: OperatorRule] = [convolutions, windows, elementwise, shapes].reduce(into: [:]) {
    for (names, rule) in $1 {
      for name in names.split(separator: " ") { $0[String(name)] = rule }
    }
  }

  /// The rules of the runtime's custom operators, by custom code.
  static let custom: [String: OperatorRule] = [
    "TFLite_Detection_PostProcess": detection, "Convolution2DTransposeBias": transposedConvolutionWithBias,
  ]
}

/// An operator with its tensors, as input of its rule.
struct OperatorCheck {
  let index: Int
  let name: String
  let inputs: [VerifiedTensor?]
  let outputs: [VerifiedTensor]
  let areStatic: [Bool]
  /// By its number in the schema's union; 0 without any.
  let optionsType: UInt8
  let options: FlatBufferTable?
  let customOptions: ModelData?
  var budget: ModelBudget

  /// Refuses the operator unless a condition holds; `what` is the fault and what is allowed, after the name.
  func require(_ condition: Bool, _ what: @autoclosure () -> String) throws(TasksError) {
    guard condition else { throw refusal(what()) }
  }

  func refusal(_ what: String) -> TasksError {
    TasksError.invalidArgument("The model is refused: operator \(index) (\(name)) \(what). Fetch or convert it again.")
  }

  func input(_ position: Int, ranks: ClosedRange<Int>? = nil) throws(TasksError) -> VerifiedTensor {
    guard inputs.indices.contains(position), let tensor = inputs[position] else {
      throw refusal("has no input \(position), which it needs")
    }
    if let ranks { try requireRank(tensor, ranks) }
    return tensor
  }

  func hasInput(_ position: Int) -> Bool { inputs.indices.contains(position) && inputs[position] != nil }

  func requireOutput(_ shape: [Int], at position: Int = 0) throws(TasksError) {
    let output = outputs[position]
    try require(
      output.shape == shape, "has the output shape \(output.shape), and \(shape) follows from its inputs and options")
  }

  func requireType(_ tensor: VerifiedTensor, _ types: [TensorElementType]) throws(TasksError) {
    try require(
      types.contains(tensor.elementType),
      "has a tensor of \(tensor.elementType); allowed are \(types.map { "\($0)" }.joined(separator: ", "))")
  }

  /// Checks that all tensors have the first one's type, which is among some; 8-bit ones need one scale each.
  func requireSameType(_ tensors: [VerifiedTensor], _ types: [TensorElementType]) throws(TasksError) {
    for tensor in tensors {
      try requireType(tensor, types)
      try require(
        tensor.elementType == tensors[0].elementType,
        "mixes tensors of \(tensors[0].elementType) and \(tensor.elementType)")
      try requireScale(tensor)
    }
  }

  func requireScale(_ tensor: VerifiedTensor) throws(TasksError) {
    guard tensor.isByte else { return }
    try require(
      tensor.quantization?.scales.count == 1,
      "needs one scale for tensor \(tensor.index), which has \(tensor.quantization?.scales.count ?? 0)")
  }

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

  func option(_ slot: some FlatBufferSlot, absent: Int32 = 0) throws(TasksError) -> Int {
    Int(try options?.integer(slot, absent: absent) ?? absent)
  }

  /// A byte among the options: a boolean or an enumeration value.
  func byteOption(_ slot: some FlatBufferSlot) throws(TasksError) -> UInt8 {
    try options?.integer(slot, absent: UInt8(0)) ?? 0
  }

  /// Checks the fused activation function: none, or one of the three that are bounds.
  func requireActivation(_ slot: some FlatBufferSlot) throws(TasksError) {
    let activation = try byteOption(slot)
    try require(activation <= 3, "has the fused activation \(activation); allowed are 0 to 3")
  }

  /// An axis as a position in a shape; negative ones count from the end.
  func axis(_ value: Int, rank: Int) throws(TasksError) -> Int {
    try require(
      (-rank..<rank).contains(value), "has the axis \(value); a tensor of \(rank) dimensions allows \(-rank)..<\(rank)")
    return value < 0 ? value + rank : value
  }

  func axes(_ values: [Int], rank: Int) throws(TasksError) -> Set<Int> {
    Set(try values.map { value throws(TasksError) in try axis(value, rank: rank) })
  }

  func requireRank(_ tensor: VerifiedTensor, _ ranks: ClosedRange<Int>) throws(TasksError) {
    try require(
      ranks.contains(tensor.shape.count),
      "has a tensor of the shape \(tensor.shape); allowed are \(ranks.lowerBound) to \(ranks.upperBound) dimensions")
  }

  /// Checks that a ratio of scales is within the range of the runtime's 32-bit arithmetic.
  func requireRatio(_ ratio: Double, _ allowed: ClosedRange<Double>) throws(TasksError) {
    try require(
      allowed.contains(ratio),
      "has scales of the ratio \(ratio); allowed are \(allowed.lowerBound) to \(allowed.upperBound)")
  }
}
