import VisionErrors

/// The tensors of a subgraph: what they hold, and which operators compute and read them.
struct SubgraphTensors {
  let producers: OperatorProducers
  /// How often a tensor is read, by operators or as an output of the model.
  private(set) var readers: [Int32: Int] = [:]
  private let tensors: [FlatBufferTable]
  private let buffers: [FlatBufferTable]

  /// Larger tensors are left to the runtime; it bounds what a hostile file can ask for.
  private static let mostExtent = 1 << 14

  init(_ model: FlatBufferTable, subgraph: FlatBufferTable) throws(TasksError) {
    tensors = try subgraph.tables(TFLiteSchema.Subgraph.tensors)
    buffers = try model.tables(TFLiteSchema.Model.buffers)
    producers = try OperatorProducers(subgraph, codes: model.tables(TFLiteSchema.Model.operatorCodes))
    let outputs = try subgraph.integers(TFLiteSchema.Subgraph.outputs, as: Int32.self)
    for tensor in outputs + producers.all.flatMap(\.inputs) { readers[tensor, default: 0] += 1 }
  }

  /// The extents of a floating-point tensor of one picture; nil for others.
  func shape(_ index: Int32) throws(TasksError) -> (extent: TensorExtent, channels: Int)? {
    let info = try TensorInfo(tensor(index))
    guard info.elementType == .float32, info.shape.count == 4, info.shape[0] == 1,
      info.shape.allSatisfy({ (1...Self.mostExtent).contains($0) })
    else { return nil }
    return (TensorExtent(height: info.shape[1], width: info.shape[2]), info.shape[3])
  }

  /// The elements of a constant tensor, stored as 32- or 16-bit floats; nil for others.
  func floats(_ index: Int32) throws(TasksError) -> [Float]? {
    if let producer = producers[index] {
      guard producer.name == "DEQUANTIZE", let stored = producer.inputs.first, producers[stored] == nil else {
        return nil
      }
      return try constant(stored, of: .float16)?.integers(UInt16.self).map(Float.init(halfBits:))
    }
    return try constant(index, of: .float32)?.integers(UInt32.self).map(Float.init(bitPattern:))
  }

  private func constant(_ index: Int32, of type: TensorElementType) throws(TasksError) -> ModelData? {
    try tensor(index).integer(TFLiteSchema.Tensor.type, absent: UInt8(0)) == type.rawValue ? try constant(index) : nil
  }

  /// The bytes of a constant tensor that the file has in one piece; nil for others.
  func constant(_ index: Int32) throws(TasksError) -> ModelData? {
    let table = try tensor(index)
    return try table.reference(TFLiteSchema.Tensor.sparsity) == nil ? try bytes(of: table) : nil
  }

  /// The bytes that the file has for a tensor, whatever their form.
  func bytes(of tensor: FlatBufferTable) throws(TasksError) -> ModelData? {
    let buffer = Int(try tensor.integer(TFLiteSchema.Tensor.buffer, absent: UInt32(0)))
    return buffers.indices.contains(buffer) ? try buffers[buffer].bytes(TFLiteSchema.Buffer.data) : nil
  }

  func tensor(_ index: Int32) throws(TasksError) -> FlatBufferTable {
    guard tensors.indices.contains(Int(index)) else {
      throw TasksError.invalidArgument(
        "The model file is damaged: it names tensor \(index) of \(tensors.count). Fetch or copy it again.")
    }
    return tensors[Int(index)]
  }
}
