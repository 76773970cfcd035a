import VisionErrors

/// Which operator computes each tensor of a subgraph.
struct OperatorProducers {
  /// An operator, by its place in the order in which they run.
  struct Producer {
    let index: Int
    let name: String
    let inputs: [Int32]
    let outputs: [Int32]
    let use: FlatBufferTable
  }

  /// The operators in the order in which they run.
  let all: [Producer]
  private var byOutput: [Int32: Int] = [:]

  init(_ subgraph: FlatBufferTable, codes: [FlatBufferTable]) throws(TasksError) {
    let names = try TFLiteModel.operatorNames(codes)
    var all: [Producer] = []
    for (index, use) in try subgraph.tables(TFLiteSchema.Subgraph.operators).enumerated() {
      let code = Int(try use.integer(TFLiteSchema.Operator.code, absent: UInt32(0)))
      guard names.indices.contains(code) else {
        throw use.buffer.damaged("it names operator code \(code) of \(names.count)")
      }
      let outputs = try use.integers(TFLiteSchema.Operator.outputs, as: Int32.self)
      for output in outputs { byOutput[output] = index }
      all.append(
        Producer(
          index: index, name: names[code], inputs: try use.integers(TFLiteSchema.Operator.inputs), outputs: outputs,
          use: use))
    }
    self.all = all
  }

  /// The operator that computes a tensor; nil for inputs of the model and constants.
  subscript(tensor: Int32) -> Producer? { byOutput[tensor].map { all[$0] } }
}
