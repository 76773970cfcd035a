import VisionErrors

extension TFLiteModel {
  /// The MACs of an inference, of the operators that some outputs depend on.
  ///
  /// Counts two-dimensional convolutions of all kinds and fully connected layers. Dynamic dimensions count as 1.
  ///
  /// - Parameter indices: Positions in `outputs`; nil stands for all.
  /// - Returns: The MACs by element type.
  /// - Throws: `TasksError` with `invalidArgumentError` for indices that are not allowed and for a damaged model.
  public func macs(forOutputs indices: [Int]? = nil) throws(TasksError) -> MACs {
    let wanted = indices ?? Array(outputs.indices)
    guard wanted.allSatisfy(outputs.indices.contains) else {
      throw TasksError.invalidArgument(
        "Outputs \(wanted) cannot be counted; allowed are those of 0..<\(outputs.count).")
    }
    let buffer = try FlatBuffer(data, identifier: TFLiteSchema.identifier, what: "TensorFlow Lite model")
    let model = try buffer.root
    guard let subgraph = try model.tables(TFLiteSchema.Model.subgraphs).first else {
      throw buffer.damaged("it has no subgraph")
    }
    var kinds: [OperatorWork?] = []
    for code in try model.tables(TFLiteSchema.Model.operatorCodes) {
      kinds.append(OperatorWork(rawValue: try Self.name(of: code)))
    }
    let results = try subgraph.integers(TFLiteSchema.Subgraph.outputs, as: Int32.self)
    let tensors = try subgraph.tables(TFLiteSchema.Subgraph.tensors)
    let uses = try subgraph.tables(TFLiteSchema.Subgraph.operators)
    var sum = MACs()
    for index in try OperatorGraph(subgraph).operatorsNeeded(for: wanted.map { results[$0] }) {
      let code = Int(try uses[index].integer(TFLiteSchema.Operator.code, absent: UInt32(0)))
      guard kinds.indices.contains(code), let kind = kinds[code] else { continue }
      try Self.add(kind, uses[index], of: tensors, to: &sum)
    }
    return sum
  }

  private static func add(
    _ kind: OperatorWork, _ use: FlatBufferTable, of tensors: [FlatBufferTable], to sum: inout MACs
  ) throws(TasksError) {
    func tensor(_ slot: Int, _ position: Int) throws(TasksError) -> FlatBufferTable {
      let indices = try use.integers(slot, as: Int32.self)
      guard indices.indices.contains(position), tensors.indices.contains(Int(indices[position])) else {
        throw use.buffer.damaged("\(kind.rawValue) lacks a tensor")
      }
      return tensors[Int(indices[position])]
    }
    func shape(_ tensor: FlatBufferTable) throws(TasksError) -> [Int] {
      try tensor.integers(TFLiteSchema.Tensor.shape, as: Int32.self).map(Int.init)
    }
    let data = try tensor(TFLiteSchema.Operator.inputs, kind.dataPosition)
    let count = kind.count(
      data: try shape(data), weights: try shape(tensor(TFLiteSchema.Operator.inputs, 1)),
      output: try shape(tensor(TFLiteSchema.Operator.outputs, 0)))
    let type = try data.integer(TFLiteSchema.Tensor.type, absent: UInt8(0))
    let isByte = type == TensorElementType.int8.rawValue || type == TensorElementType.uint8.rawValue
    let total = (isByte ? sum.byte : sum.float).addingReportingOverflow(count ?? .max)
    guard count != nil, !total.overflow else {
      throw use.buffer.damaged("the shapes of \(kind.rawValue) make no sense")
    }
    if isByte { sum.byte = total.partialValue } else { sum.float = total.partialValue }
  }
}
