import VisionCore
import VisionModels

/// A model's graph as parsed from the bytes: tensors, operators, inputs and outputs of its only subgraph.
/// After a change, the snapshot of the changed file is compared with the expected one.
struct GraphSnapshot: Equatable {
  struct Tensor: Equatable {
    var info: TensorInfo
    /// The shape signature, with -1 for dynamic dimensions; empty without one.
    var signature: [Int32]
    let isVariable: Bool
    /// The position of the sparsity parameters.
    let sparsity: Int?
    let buffer: Int
    var content: Content?

    fileprivate init(_ table: FlatBufferTable, buffers: [FlatBufferTable], originalCount: Int) throws(TasksError) {
      info = try TensorInfo(table)
      signature = try table.integers(TFLiteSchema.Tensor.shapeSignature)
      isVariable = try table.integer(TFLiteSchema.Tensor.isVariable, absent: UInt8(0)) != 0
      sparsity = try table.reference(TFLiteSchema.Tensor.sparsity)
      buffer = Int(try table.integer(TFLiteSchema.Tensor.buffer, absent: UInt32(0)))
      guard buffers.indices.contains(buffer), let start = try buffers[buffer].reference(TFLiteSchema.Buffer.data),
        let count = try buffers[buffer].bytes(TFLiteSchema.Buffer.data)?.count
      else { return }
      content = Content(start: start < originalCount ? start + 4 : nil, count: count)
    }
  }

  struct Content: Equatable {
    /// The position in the original file; nil for elements that were appended.
    let start: Int?
    let count: Int
  }

  struct Operator: Equatable {
    var name: String
    var version: Int32 = 1
    var inputs: [Int32]
    var outputs: [Int32]
    var intermediates: [Int32] = []
    /// The bytes of the options' table; empty without one.
    var options: [UInt8] = []
    var customOptions: [UInt8] = []
  }

  private(set) var tensors: [Tensor] = []
  private(set) var operators: [Operator] = []
  private let inputs: [Int32]
  private var outputs: [Int32]

  /// Reads a graph. `originalCount` is the size of the file before it was changed; nil for an unchanged file.
  init(_ tables: ModelTables, originalCount: Int? = nil) throws(TasksError) {
    guard tables.subgraphs.count == 1 else {
      throw tables.buffer.damaged("it has \(tables.subgraphs.count.counted("subgraph"))")
    }
    inputs = try tables.subgraph.integers(TFLiteSchema.Subgraph.inputs)
    outputs = try tables.subgraph.integers(TFLiteSchema.Subgraph.outputs)
    let buffers = try tables.buffers()
    for table in tables.tensors {
      tensors.append(try Tensor(table, buffers: buffers, originalCount: originalCount ?? tables.buffer.data.count))
    }
    let names = try tables.codes.map(ParsedModel.name(of:))
    for use in try tables.subgraph.tables(TFLiteSchema.Subgraph.operators) {
      let code = try tables.code(of: use)
      operators.append(try Operator(use, name: names[code], code: tables.codes[code]))
    }
  }

  var contentRanges: [Range<Int>] {
    tensors.compactMap { tensor in tensor.content.flatMap { content in content.start.map { $0..<$0 + content.count } } }
  }

  /// Applies changes, to get the expected graph. `live` are the indices of the operators that stay, in order.
  mutating func apply(_ changes: GraphChanges, keeping live: [Int], outputs: [Int32]) throws(TasksError) {
    for use in changes.customOperators {
      try check(use.index, operators.indices, "operator")
      operators[use.index] = Operator(name: use.name, inputs: use.inputs, outputs: [use.output])
    }
    for change in changes.tensors {
      let index = Int(change.tensor)
      try check(index, tensors.indices, "tensor")
      tensors[index].info.shape = change.shape
      if !tensors[index].signature.isEmpty { tensors[index].signature = change.shape.map(Int32.init(clamping:)) }
    }
    let sizes = Dictionary(
      (changes.denseWeights.map(\.content) + changes.contents).map { ($0.buffer, $0.piece.byteCount) }
    ) { $1 }
    for (index, tensor) in tensors.enumerated() {
      if let count = sizes[tensor.buffer] { tensors[index].content = Content(start: nil, count: count) }
    }
    for index in live { try check(index, operators.indices, "operator") }
    operators = live.map { operators[$0] }
    self.outputs = outputs
  }

  private func check(_ index: Int, _ allowed: Range<Int>, _ what: String) throws(TasksError) {
    guard allowed.contains(index) else {
      throw TasksError.invalidArgument(
        "The model file is damaged: it has no \(what) \(index), only \(allowed.count). Fetch or copy it again.")
    }
  }
}

extension GraphSnapshot.Operator {
  fileprivate init(_ use: FlatBufferTable, name: String, code: FlatBufferTable) throws(TasksError) {
    self.name = name
    version = try code.integer(TFLiteSchema.OperatorCode.version, absent: Int32(1))
    inputs = try use.integers(TFLiteSchema.Operator.inputs)
    outputs = try use.integers(TFLiteSchema.Operator.outputs)
    intermediates = try use.integers(TFLiteSchema.Operator.intermediates)
    options = try use.table(TFLiteSchema.Operator.options)?.inlineBytes() ?? []
    customOptions = try use.integers(TFLiteSchema.Operator.customOptions)
  }
}
