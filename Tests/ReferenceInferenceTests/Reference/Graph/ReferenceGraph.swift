import VisionCore
import VisionModels

/// The graph of a model file: what its tensors are, the constants, and the operators in the order in which they run.
struct ReferenceGraph {
  /// What the file says of each tensor.
  let tensors: [TensorInfo]
  /// The tensors whose elements the file has, by their number.
  let constants: [Int: ReferenceTensor]
  let operators: [GraphOperator]
  /// The numbers of the model's inputs, in order.
  let inputs: [Int]
  /// The numbers of the model's outputs, in order.
  let outputs: [Int]

  /// Reads a model that `ModelVerifier` has let pass.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  init(_ data: ModelData) throws(TasksError) {
    typealias Slot = GraphSlots.Operator
    let buffer = try FlatBuffer(data, identifier: "TFL3", what: "TensorFlow Lite model")
    let model = try buffer.root
    guard let subgraph = try model.tables(GraphSlots.Model.subgraphs).first else {
      throw TasksError.invalidArgument("The model has no subgraph. Fetch or copy it again.")
    }
    let names = try model.tables(GraphSlots.Model.operatorCodes).map(ParsedModel.name(of:))
    let buffers = try model.tables(GraphSlots.Model.buffers)
    var tensors: [TensorInfo] = []
    var constants: [Int: ReferenceTensor] = [:]
    for (index, table) in try subgraph.tables(GraphSlots.Subgraph.tensors).enumerated() {
      let info = try TensorInfo(table)
      tensors.append(info)
      constants[index] = try ConstantReader(table, info: info, buffers: buffers).tensor()
    }
    var operators: [GraphOperator] = []
    for (index, table) in try subgraph.tables(GraphSlots.Subgraph.operators).enumerated() {
      operators.append(
        GraphOperator(
          index: index, name: names[Int(try table.integer(Slot.code, absent: UInt32(0)))],
          inputs: try table.integers(Slot.inputs, as: Int32.self).map { Int($0) },
          outputs: try table.integers(Slot.outputs, as: Int32.self).map { Int($0) },
          options: .table(try table.table(Slot.options)), customOptions: try table.bytes(Slot.customOptions)))
    }
    self.tensors = tensors
    self.constants = constants
    self.operators = operators
    inputs = try subgraph.integers(GraphSlots.Subgraph.inputs, as: Int32.self).map { Int($0) }
    outputs = try subgraph.integers(GraphSlots.Subgraph.outputs, as: Int32.self).map { Int($0) }
  }
}
