import VisionCore

/// Which operator computes each tensor of a subgraph.
package struct OperatorProducers {
  /// An operator, with its index in execution order.
  package struct Producer {
    package let index: Int
    package let name: String
    package let inputs: [Int32]
    package let outputs: [Int32]
    package let use: FlatBufferTable
  }

  /// The operators in execution order.
  package let all: [Producer]
  /// Why the graph may not be changed; nil when every tensor is computed once, and before it is read.
  package private(set) var disorder: String?
  private var byOutput: [Int32: Int] = [:]

  package init(_ subgraph: FlatBufferTable, codes: [FlatBufferTable]) throws(TasksError) {
    let names = try TFLiteModel.operatorNames(codes)
    var all: [Producer] = []
    for (index, use) in try subgraph.tables(TFLiteSchema.Subgraph.operators).enumerated() {
      let code = Int(try use.integer(TFLiteSchema.Operator.code, absent: UInt32(0)))
      guard names.indices.contains(code) else {
        throw use.buffer.damaged("it names operator code \(code) of \(names.count)")
      }
      let outputs = try use.integers(TFLiteSchema.Operator.outputs, as: Int32.self)
      for output in outputs {
        if let other = byOutput.updateValue(index, forKey: output) {
          disorder = "operators \(other) and \(index) both compute tensor \(output)"
        }
      }
      all.append(
        Producer(
          index: index, name: names[code], inputs: try use.integers(TFLiteSchema.Operator.inputs), outputs: outputs,
          use: use))
    }
    self.all = all
    for input in try subgraph.integers(TFLiteSchema.Subgraph.inputs, as: Int32.self) {
      if let index = byOutput[input] { disorder = "operator \(index) computes input \(input) of the model" }
    }
    for reader in all {
      for input in reader.inputs {
        guard let index = byOutput[input], index >= reader.index else { continue }
        disorder = "operator \(reader.index) reads tensor \(input), which operator \(index) computes later"
      }
    }
  }

  /// The operator that computes a tensor; nil for inputs of the model and constants.
  package subscript(tensor: Int32) -> Producer? { byOutput[tensor].map { all[$0] } }
}
