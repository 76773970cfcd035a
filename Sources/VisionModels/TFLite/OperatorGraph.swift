import VisionCore

/// The tables of a model file, and of its first subgraph.
package struct ModelTables {
  package let buffer: FlatBuffer
  package let model: FlatBufferTable
  package let subgraphs: [FlatBufferTable]
  package let subgraph: FlatBufferTable
  package let tensors: [FlatBufferTable]
  package let codes: [FlatBufferTable]

  package init(_ data: ModelData) throws(TasksError) {
    buffer = try FlatBuffer(model: data)
    model = try buffer.root
    subgraphs = try model.tables(TFLiteSchema.Model.subgraphs)
    guard let first = subgraphs.first else { throw buffer.damaged("it has no subgraph") }
    subgraph = first
    tensors = try first.tables(TFLiteSchema.Subgraph.tensors)
    codes = try model.tables(TFLiteSchema.Model.operatorCodes)
  }

  package func producers() throws(TasksError) -> OperatorProducers { try OperatorProducers(self) }
  package func buffers() throws(TasksError) -> [FlatBufferTable] { try model.tables(TFLiteSchema.Model.buffers) }

  package func code(of use: FlatBufferTable) throws(TasksError) -> Int {
    let code = Int(try use.integer(TFLiteSchema.Operator.code, absent: UInt32(0)))
    guard codes.indices.contains(code) else { throw buffer.damaged("it names operator code \(code) of \(codes.count)") }
    return code
  }

  package func tensor(_ index: Int32) throws(TasksError) -> FlatBufferTable {
    guard tensors.indices.contains(Int(index)) else {
      throw buffer.damaged("it names tensor \(index) of \(tensors.count)")
    }
    return tensors[Int(index)]
  }
}

/// Which operator computes each tensor of a subgraph.
package struct OperatorProducers {
  /// With its index in execution order.
  package struct Producer {
    package let index: Int
    package let name: String
    package let inputs: [Int32]
    package let outputs: [Int32]
    package let use: FlatBufferTable
  }

  package private(set) var all: [Producer] = []
  /// Why the graph may not be changed; nil when every tensor is computed once, and before it is read.
  package private(set) var disorder: String?
  private var byOutput: [Int32: Int] = [:]

  init(_ tables: ModelTables) throws(TasksError) {
    let names = try tables.codes.map(ParsedModel.name(of:))
    for (index, use) in try tables.subgraph.tables(TFLiteSchema.Subgraph.operators).enumerated() {
      let code = try tables.code(of: use)
      let outputs = try use.integers(TFLiteSchema.Operator.outputs, as: Int32.self)
      for output in outputs {
        if let other = byOutput.updateValue(index, forKey: output) {
          disorder = "operators \(other) and \(index) both compute tensor \(output)"
        }
      }
      let inputs: [Int32] = try use.integers(TFLiteSchema.Operator.inputs)
      all.append(Producer(index: index, name: names[code], inputs: inputs, outputs: outputs, use: use))
    }
    for input in try tables.subgraph.integers(TFLiteSchema.Subgraph.inputs, as: Int32.self) {
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

/// The tensors that each operator reads and writes.
package struct OperatorGraph {
  private var nodes: [(inputs: [Int32], outputs: [Int32], hasSideEffects: Bool)]
  /// The positions of the vectors of operators and tensors.
  package private(set) var vectorPositions: Set<Int?> = []

  package init(_ producers: OperatorProducers, of tables: ModelTables) throws(TasksError) {
    var variables: Set<Int32> = []
    for (index, tensor) in tables.tensors.enumerated() {
      if try tensor.integer(TFLiteSchema.Tensor.isVariable, absent: UInt8(0)) != 0 { variables.insert(Int32(index)) }
      for slot in [TFLiteSchema.Tensor.shape, .shapeSignature] { vectorPositions.insert(try tensor.reference(slot)) }
    }
    for producer in producers.all {
      for slot in [TFLiteSchema.Operator.inputs, .outputs, .intermediates] {
        vectorPositions.insert(try producer.use.reference(slot))
      }
    }
    nodes = producers.all.map { producer in
      let (inputs, outputs) = (producer.inputs, producer.outputs)
      // An operator without outputs has side effects, on a variable or a table.
      return (inputs, outputs, outputs.isEmpty || (inputs + outputs).contains(where: variables.contains))
    }
  }

  package mutating func setInputs(of index: Int, to tensors: [Int32]) { nodes[index].inputs = tensors }

  /// Removes an operator whose output has become a constant.
  package mutating func remove(_ index: Int) { nodes[index].outputs = [] }

  /// The indices of the operators that the tensors depend on, in order.
  /// As they are stored in execution order, one walk backwards meets every producer after all its readers.
  package func operatorsNeeded(for tensors: [Int32]) -> [Int] {
    var needed = Set(tensors)
    var live: [Int] = []
    for (index, node) in nodes.enumerated().reversed()
    where node.hasSideEffects || node.outputs.contains(where: needed.contains) {
      live.append(index)
      needed.formUnion(node.inputs)
    }
    return live.reversed()
  }
}
