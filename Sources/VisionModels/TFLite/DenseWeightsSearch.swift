import VisionErrors

/// Finds the weights of a model that are stored row by row without their zeros.
///
/// Source: `SparsityParameters` of the TensorFlow Lite schema, version 3, for the one form that published models have: all
/// dimensions in order, the last one as compressed sparse rows (where each row's elements start, and their columns).
struct DenseWeightsSearch {
  private let tensors: [FlatBufferTable]
  private let buffers: [FlatBufferTable]
  private let producers: OperatorProducers
  private var bufferUses: [UInt32: Int] = [:]

  /// Weights of which more is left out stay to the runtime: a small file must not become a large one.
  private static let leastShare = 8

  init(_ model: FlatBufferTable, subgraph: FlatBufferTable) throws(TasksError) {
    tensors = try subgraph.tables(TFLiteSchema.Subgraph.tensors)
    buffers = try model.tables(TFLiteSchema.Model.buffers)
    producers = try OperatorProducers(subgraph, codes: model.tables(TFLiteSchema.Model.operatorCodes))
    for tensor in tensors {
      bufferUses[try tensor.integer(TFLiteSchema.Tensor.buffer, absent: UInt32(0)), default: 0] += 1
    }
  }

  /// All that were found, in the order of the operators that would put the zeros back.
  ///
  /// - Parameter unneeded: The places of those operators that are not looked at.
  func weights(except unneeded: Set<Int>) throws(TasksError) -> [DenseWeights] {
    var found: [DenseWeights] = []
    for producer in producers.all where producer.name == "DENSIFY" && !unneeded.contains(producer.index) {
      if let weights = try weights(producer) { found.append(weights) }
    }
    return found
  }

  private func weights(_ producer: OperatorProducers.Producer) throws(TasksError) -> DenseWeights? {
    guard producer.inputs.count == 1, producer.outputs.count == 1, let source = tensor(producer.inputs[0]),
      let result = tensor(producer.outputs[0]), let buffer = try freeBuffer(of: result)
    else { return nil }
    let (stored, dense) = (try TensorInfo(source), try TensorInfo(result))
    guard stored.shape == dense.shape, stored.elementType == dense.elementType,
      let rows = try SparseRows(source, shape: stored.shape), let values = try data(of: source)
    else { return nil }
    let bytes: [UInt8]? =
      switch stored.elementType {
      case .float16: rows.dense(values.integers(UInt16.self), mostTimes: Self.leastShare)
      case .float32: rows.dense(values.integers(UInt32.self), mostTimes: Self.leastShare)
      default: nil
      }
    return bytes.map { DenseWeights(index: producer.index, buffer: buffer, bytes: $0) }
  }

  /// The number of a tensor's buffer, when that is empty and no other tensor's. Number 0 is every empty tensor's.
  private func freeBuffer(of tensor: FlatBufferTable) throws(TasksError) -> Int? {
    let number = try tensor.integer(TFLiteSchema.Tensor.buffer, absent: UInt32(0))
    guard number != 0, bufferUses[number] == 1, buffers.indices.contains(Int(number)),
      try buffers[Int(number)].bytes(TFLiteSchema.Buffer.data)?.count ?? 0 == 0
    else { return nil }
    return Int(number)
  }

  private func data(of tensor: FlatBufferTable) throws(TasksError) -> ModelData? {
    let number = Int(try tensor.integer(TFLiteSchema.Tensor.buffer, absent: UInt32(0)))
    return buffers.indices.contains(number) ? try buffers[number].bytes(TFLiteSchema.Buffer.data) : nil
  }

  private func tensor(_ index: Int32) -> FlatBufferTable? {
    tensors.indices.contains(Int(index)) ? tensors[Int(index)] : nil
  }
}
