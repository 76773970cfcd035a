import VisionCore

/// The tensors that each operator reads and writes.
package struct OperatorGraph {
  private struct Node {
    var inputs: [Int32]
    var outputs: [Int32]
    let hasSideEffects: Bool
  }

  private var nodes: [Node]
  /// The positions of the vectors of operators and tensors.
  package let vectorPositions: Set<Int?>

  package init(_ subgraph: FlatBufferTable) throws(TasksError) {
    var positions: Set<Int?> = []
    var variables: Set<Int32> = []
    for (index, tensor) in try subgraph.tables(TFLiteSchema.Subgraph.tensors).enumerated() {
      if try tensor.integer(TFLiteSchema.Tensor.isVariable, absent: UInt8(0)) != 0 { variables.insert(Int32(index)) }
      positions.insert(try tensor.reference(TFLiteSchema.Tensor.shape))
      positions.insert(try tensor.reference(TFLiteSchema.Tensor.shapeSignature))
    }
    var nodes: [Node] = []
    for use in try subgraph.tables(TFLiteSchema.Subgraph.operators) {
      let inputs = try use.integers(TFLiteSchema.Operator.inputs, as: Int32.self)
      let outputs = try use.integers(TFLiteSchema.Operator.outputs, as: Int32.self)
      // An operator without outputs has side effects, on a variable or a table.
      let hasSideEffects = outputs.isEmpty || (inputs + outputs).contains(where: variables.contains)
      nodes.append(Node(inputs: inputs, outputs: outputs, hasSideEffects: hasSideEffects))
      for slot in [TFLiteSchema.Operator.inputs, TFLiteSchema.Operator.outputs, TFLiteSchema.Operator.intermediates] {
        positions.insert(try use.reference(slot))
      }
    }
    self.nodes = nodes
    vectorPositions = positions
  }

  /// Changes an operator's inputs.
  package mutating func setInputs(of index: Int, to tensors: [Int32]) { nodes[index].inputs = tensors }

  /// Removes an operator whose output has become a constant.
  package mutating func remove(_ index: Int) { nodes[index].outputs = [] }

  /// The indices of the operators that the tensors depend on, in order.
  ///
  /// Operators are stored in execution order, so one walk from the last to the first meets every producer after all its
  /// readers.
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
