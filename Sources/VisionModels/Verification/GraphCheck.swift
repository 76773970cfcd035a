import VisionCore

/// Verifies a subgraph: its tensors, the order of its operators, and each operator by its rule.
struct GraphCheck {
  private(set) var tensors: [VerifiedTensor] = []
  private(set) var budget = ModelBudget()

  private let subgraph: FlatBufferTable
  /// The operators of the operator codes, by the name in the schema or the custom code.
  private let codes: [(name: String, isCustom: Bool)]
  private let allowsUnverified: Bool
  private let customOperators: [String: CustomOperatorSignature]
  /// Whether each tensor is computed or constant after the operators so far.
  private var isReady: [Bool] = []
  /// Whether each tensor's elements depend only on the file.
  private var isStatic: [Bool] = []

  init(
    _ tables: ModelTables, buffers: [FlatBufferTable], allowsUnverified: Bool,
    customOperators: [String: CustomOperatorSignature]
  ) throws(TasksError) {
    (subgraph, self.allowsUnverified, self.customOperators) = (tables.subgraph, allowsUnverified, customOperators)
    codes = try tables.codes.map { code throws(TasksError) in
      (try ParsedModel.name(of: code), try ParsedModel.number(of: code) == BuiltinOperator.custom)
    }
    for (index, table) in tables.tensors.enumerated() {
      let tensor = try VerifiedTensor(table, index: index, buffers: buffers, anyType: allowsUnverified)
      // Constants stay in the file's pages; computed tensors need memory of their own.
      try budget.charge(bytes: tensor.constant?.count ?? tensor.byteCount, for: "tensor \(index)")
      tensors.append(tensor)
      isReady.append(tensor.constant != nil)
    }
    isStatic = isReady
  }

  mutating func verify() throws(TasksError) {
    let inputs = try subgraph.integers(TFLiteSchema.Subgraph.inputs, as: Int32.self)
    for input in inputs {
      let index = try place(input, of: "input")
      guard !isReady[index] else { throw ModelVerifier.refusal("its input \(index) is a constant or named twice") }
      isReady[index] = true
    }
    for (index, use) in try subgraph.tables(TFLiteSchema.Subgraph.operators).enumerated() { try verify(use, at: index) }
    let outputs = try subgraph.integers(TFLiteSchema.Subgraph.outputs, as: Int32.self)
    guard !inputs.isEmpty, !outputs.isEmpty, Set(outputs).count == outputs.count else {
      throw ModelVerifier.refusal(
        "it has \(inputs.count.counted("input")) and the outputs \(outputs); at least one of each is needed, none twice"
      )
    }
    let given = Set(inputs)
    for output in outputs {
      let index = try place(output, of: "output")
      guard isReady[index], tensors[index].constant == nil, !given.contains(output) else {
        throw ModelVerifier.refusal("its output, tensor \(index), is not computed by any operator")
      }
    }
  }

  private func place(_ tensor: Int32, of what: String) throws(TasksError) -> Int {
    guard tensors.indices.contains(Int(tensor)) else {
      throw ModelVerifier.refusal("its \(what) is tensor \(tensor) of \(tensors.count)")
    }
    return Int(tensor)
  }

  private mutating func verify(_ use: FlatBufferTable, at index: Int) throws(TasksError) {
    typealias Slot = TFLiteSchema.Operator
    let number = Int(try use.integer(Slot.code, absent: UInt32(0)))
    guard codes.indices.contains(number) else {
      throw ModelVerifier.refusal("operator \(index) names code \(number) of \(codes.count)")
    }
    let (name, isCustom) = codes[number]
    let inputs = try use.integers(Slot.inputs, as: Int32.self).map(Int.init)
    let outputs = try use.integers(Slot.outputs, as: Int32.self).map(Int.init)
    func refuse(_ what: String) -> TasksError { ModelVerifier.refusal("operator \(index) (\(name)) \(what)") }
    guard try use.integer(Slot.largeCustomOptionsOffset, absent: UInt64(0)) <= 1,
      try use.integer(Slot.secondOptionsType, absent: UInt8(0)) == 0,
      try use.integers(Slot.intermediates, as: Int32.self).isEmpty || allowsUnverified
    else { throw refuse("has settings or intermediate tensors that are not supported") }
    for input in inputs where input != -1 {
      guard tensors.indices.contains(input) else { throw refuse("reads tensor \(input) of \(tensors.count)") }
      guard isReady[input] else { throw refuse("reads tensor \(input) before any operator computes it") }
    }
    for output in outputs {
      guard tensors.indices.contains(output) else { throw refuse("computes tensor \(output) of \(tensors.count)") }
      guard !isReady[output] else {
        throw refuse("computes tensor \(output), which is given, a constant or computed already")
      }
      isReady[output] = true
    }
    let areStatic = inputs.map { $0 >= 0 && isStatic[$0] }
    if !areStatic.isEmpty, areStatic.allSatisfy({ $0 }) { for output in outputs { isStatic[output] = true } }
    let kind = try use.integer(Slot.optionsType, absent: UInt8(0))
    var check = OperatorCheck(
      index: index, name: name, inputs: inputs.map { $0 < 0 ? nil : tensors[$0] },
      outputs: outputs.map { tensors[$0] }, areStatic: areStatic, optionsType: kind,
      options: kind == 0 ? nil : try use.table(Slot.options),
      customOptions: isCustom ? try use.bytes(Slot.customOptions) : nil, budget: budget)
    if isCustom, let signature = customOperators[name] {
      try signature.verify(&check)
    } else if let rule = (isCustom ? OperatorRule.custom : OperatorRule.builtin)[name] {
      try rule.verify(&check)
    } else if !allowsUnverified {
      throw TasksError(
        .unimplementedError,
        "The model is refused: operator \(index) (\(name)) is not among those that are verified. "
          + ModelVerifier.unverifiedAdvice)
    }
    budget = check.budget
  }
}

extension OperatorRule {
  /// Verifies what all operators have in common, then the operator's own rule.
  func verify(_ check: inout OperatorCheck) throws(TasksError) {
    try check.require(
      inputs.contains(check.inputs.count) && outputs.contains(check.outputs.count),
      "has \(check.inputs.count.counted("input")) and \(check.outputs.count.counted("output")); allowed are "
        + "\(inputs.lowerBound) to \(inputs.upperBound) and \(outputs.lowerBound) to \(outputs.upperBound)")
    for (position, tensor) in check.inputs.enumerated() {
      try check.require(tensor != nil || position == optionalInput, "leaves out input \(position), which it needs")
      try check.require(
        tensor?.isSparse != true || check.name == "DENSIFY", "reads weights without their zeros, which only DENSIFY may"
      )
    }
    if let options {
      try check.require(
        check.optionsType == options && check.options != nil,
        "has options of kind \(check.optionsType); \(options) is needed")
    }
    try self.check(&check)
  }
}

extension CustomOperatorSignature {
  func verify(_ check: inout OperatorCheck) throws(TasksError) {
    let inputs = [(inputShape, inputType)] + (secondShape.map { [($0, outputType)] } ?? [])
    try check.require(
      check.inputs.count == inputs.count && check.outputs.count == 1,
      "needs \(inputs.count.counted("input")) and one output of its own")
    for (position, (shape, type)) in inputs.enumerated() {
      let input = try check.input(position)
      try check.require(!input.isSparse, "reads a tensor without its zeros")
      try check.require(
        input.elementType == type && check.outputs[0].elementType == outputType,
        "has tensors of \(input.elementType) and \(check.outputs[0].elementType)")
      try check.require(input.shape == shape, "has an input of the shape \(input.shape); \(shape) is needed")
    }
    try check.requireOutput(outputShape)
  }
}
