import VisionCore

extension TFLiteModel {
  /// Whether every quantized constant is used with the same scales and zero points by all operators that read it.
  ///
  /// Detectors apply one set of weights to several feature maps, each with its own scales. A cache of packed weights
  /// whose keys contain no scales gives all of them the first one's.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  package func packsEachConstantOnce() throws(TasksError) -> Bool {
    let model = try FlatBuffer(data, identifier: TFLiteSchema.identifier, what: "TensorFlow Lite model").root
    let buffers = try model.tables(TFLiteSchema.Model.buffers)
    // By the position of the bytes, which tensors of several subgraphs may share. Quantizations, and operators' lists
    // of them, are numbered, so that comparing long ones takes no longer.
    var uses: [Int: Int] = [:]
    var quantizations = Numbering<TensorQuantization>()
    var lists = Numbering<[Int]>()
    for subgraph in try model.tables(TFLiteSchema.Model.subgraphs) {
      let tensors = try PackedTensor.all(of: subgraph, buffers: buffers, numbering: &quantizations)
      for use in try subgraph.tables(TFLiteSchema.Subgraph.operators) {
        let inputs: [Int32] = try use.integers(TFLiteSchema.Operator.inputs)
        let outputs: [Int32] = try use.integers(TFLiteSchema.Operator.outputs)
        let list = lists[(inputs + outputs).map { tensors[$0]?.quantization ?? -1 }]
        for constant in inputs.compactMap({ tensors[$0]?.constant }) {
          guard uses.updateValue(list, forKey: constant) ?? list == list else { return false }
        }
      }
    }
    return true
  }
}

/// Indices for values; equal values have the same one.
private struct Numbering<Value: Hashable> {
  private var numbers: [Value: Int] = [:]

  subscript(value: Value) -> Int {
    mutating get {
      let next = numbers.count
      if let number = numbers[value] { return number }
      numbers[value] = next
      return next
    }
  }
}

/// The quantization of a tensor, by its index, and the position of its elements.
private struct PackedTensor {
  let quantization: Int
  /// The position of the elements in the file; nil for a tensor that is computed.
  let constant: Int?

  /// The quantized tensors of a subgraph by their numbers.
  static func all(
    of subgraph: FlatBufferTable, buffers: [FlatBufferTable], numbering: inout Numbering<TensorQuantization>
  ) throws(TasksError) -> [Int32: PackedTensor] {
    var found: [Int32: PackedTensor] = [:]
    for (index, tensor) in try subgraph.tables(TFLiteSchema.Subgraph.tensors).enumerated() {
      guard let quantization = try TensorInfo(tensor).quantization else { continue }
      let buffer = Int(try tensor.integer(TFLiteSchema.Tensor.buffer, absent: UInt32(0)))
      let isThere = buffers.indices.contains(buffer)
      let isEmpty = isThere ? try buffers[buffer].bytes(TFLiteSchema.Buffer.data)?.count ?? 0 == 0 : true
      found[Int32(index)] = PackedTensor(
        quantization: numbering[quantization],
        constant: isEmpty ? nil : try buffers[buffer].reference(TFLiteSchema.Buffer.data))
    }
    return found
  }
}
