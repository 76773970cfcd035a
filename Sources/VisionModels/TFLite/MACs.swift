import VisionCore

/// The MACs (multiply-accumulate operations) of an inference, in convolutions and fully connected layers, which are
/// nearly all arithmetic.
package struct MACs: Sendable, Hashable, Codable {
  /// MACs in floating point.
  package var float: Int
  /// MACs in 8-bit integers.
  package var byte: Int

  /// - Parameters:
  ///   - float: MACs in floating point.
  ///   - byte: MACs in 8-bit integers.
  package init(float: Int = 0, byte: Int = 0) {
    self.float = float
    self.byte = byte
  }

  package static func += (sum: inout MACs, more: MACs) {
    sum.float += more.float
    sum.byte += more.byte
  }
}

/// The operators with MACs, and how to count them by shapes.
package enum OperatorWork: String {
  case convolution = "CONV_2D"
  case depthwiseConvolution = "DEPTHWISE_CONV_2D"
  case fullyConnected = "FULLY_CONNECTED"
  case transposedConvolution = "TRANSPOSE_CONV"

  /// The index of the data among the operator's inputs; weights have index 1.
  package var dataPosition: Int { self == .transposedConvolution ? 2 : 0 }

  /// The MACs of an inference; nil when they do not fit an integer or the weights have too few dimensions.
  ///
  /// Weights have the dimensions output channels, rows, columns, input channels; depthwise ones lack the first, and
  /// fully connected layers have outputs, inputs.
  package func count(data: [Int], weights: [Int], output: [Int]) -> Int? {
    guard weights.count >= (self == .fullyConnected ? 2 : 4) else { return nil }
    return switch self {
    // Every output element is a sum over a window of all channels of its group.
    case .convolution: Self.product(output + weights[1...])
    // … of its own channel alone.
    case .depthwiseConvolution: Self.product(output + weights[1...2])
    // … over all inputs.
    case .fullyConnected: Self.product(output + weights[1...1])
    // Every input element is multiplied with a window of all output channels.
    case .transposedConvolution: Self.product(data + weights[0...2])
    }
  }

  /// Dynamic dimensions count as 1.
  private static func product(_ shape: [Int]) -> Int? {
    var product = 1
    for size in shape {
      let (next, overflows) = product.multipliedReportingOverflow(by: max(size, 1))
      if overflows { return nil }
      product = next
    }
    return product
  }
}

extension ModelFile {
  /// The MACs of an inference, of the operators that some outputs depend on.
  ///
  /// Counts two-dimensional convolutions of all kinds and fully connected layers. Dynamic dimensions count as 1.
  ///
  /// - Parameter indices: Positions in `outputs`; nil stands for all.
  /// - Returns: The MACs by element type.
  /// - Throws: `TasksError` with `invalidArgumentError` for indices that are not allowed and for a damaged model.
  package func macs(forOutputs indices: [Int]? = nil) throws(TasksError) -> MACs {
    let wanted = indices ?? Array(outputs.indices)
    guard wanted.allSatisfy(outputs.indices.contains) else {
      throw TasksError.invalidArgument(
        "Outputs \(wanted) cannot be counted; allowed are those of 0..<\(outputs.count).")
    }
    let buffer = try FlatBuffer(model: data)
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
