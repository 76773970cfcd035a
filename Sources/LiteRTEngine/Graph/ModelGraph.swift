import VisionCore
import VisionModels

/// A model's graph for the optimizer's searches: the producer and the readers of each tensor, and constants.
struct ModelGraph {
  typealias Operator = OperatorProducers.Producer
  typealias ImageShape = (size: SpatialSize, channels: Int)

  /// Larger dimensions are left to the runtime, which limits what a hostile file can cost.
  static let maxDimension = 1 << 14
  /// Larger tensors are left to the runtime too.
  static let maxElements = 1 << 24

  let producers: OperatorProducers

  private let tables: ModelTables
  private let buffers: [FlatBufferTable]
  private let inputs: Set<Int32>
  private let outputs: Set<Int32>
  private var readers: [Int32: [Int]] = [:]
  private var bufferUses: [Int: Int] = [:]

  /// Nil for a model with control flow, and for one whose operators do not compute every tensor once and before it is
  /// read: these cannot be changed.
  init?(_ data: ModelData) throws(TasksError) {
    tables = try ModelTables(data)
    guard tables.subgraphs.count == 1 else { return nil }
    buffers = try tables.buffers()
    producers = try tables.producers()
    guard producers.disorder == nil else { return nil }
    inputs = Set(try tables.subgraph.integers(TFLiteSchema.Subgraph.inputs))
    outputs = Set(try tables.subgraph.integers(TFLiteSchema.Subgraph.outputs))
    for producer in producers.all {
      for tensor in producer.inputs { readers[tensor, default: []].append(producer.index) }
    }
    for tensor in tables.tensors { bufferUses[try Self.buffer(of: tensor), default: 0] += 1 }
    for entry in try tables.model.tables(TFLiteSchema.Model.metadata) {
      bufferUses[Int(try entry.integer(TFLiteSchema.Metadata.buffer, absent: UInt32(0))), default: 0] += 1
    }
  }

  /// Whether it has operators of this package already, whose names new ones would have as well.
  var hasCustomOperators: Bool { producers.all.contains { $0.name.hasPrefix(CustomOperatorUse.namePrefix) } }

  func tensor(_ index: Int32) throws(TasksError) -> FlatBufferTable { try tables.tensor(index) }

  /// The operators that read a tensor; nil for an output of the model, which callers read as well.
  func readers(of tensor: Int32) -> [Operator]? {
    outputs.contains(tensor) ? nil : readers[tensor, default: []].map { producers.all[$0] }
  }

  /// The only operator that reads a tensor, once; else nil. Makes no list of the readers: in a hostile file many
  /// operators may read one tensor, and each may be the subject of this question.
  func onlyReader(of tensor: Int32) -> Operator? {
    guard !outputs.contains(tensor), let places = readers[tensor], places.count == 1 else { return nil }
    return producers.all[places[0]]
  }

  /// The description of a tensor; nil for dynamic shapes and for variables. A dynamic batch is 1: nothing resizes it.
  func fixedTensor(_ index: Int32) throws(TasksError) -> TensorInfo? {
    let table = try tensor(index)
    let info = try TensorInfo(table)
    let signature = try table.integers(TFLiteSchema.Tensor.shapeSignature, as: Int32.self).map(Int.init)
    guard !info.shape.isEmpty, info.shape.allSatisfy((1...Self.maxDimension).contains),
      signature.isEmpty || signature == info.shape
        || (info.shape[0] == 1 && signature == [-1] + info.shape.dropFirst()),
      try table.integer(TFLiteSchema.Tensor.isVariable, absent: UInt8(0)) == 0
    else { return nil }
    return info
  }

  /// The shape of a float32 tensor; nil for other types and for dynamic shapes.
  func floatShape(of index: Int32) throws(TasksError) -> [Int]? {
    guard let info = try fixedTensor(index), info.elementType == .float32, info.quantization == nil else { return nil }
    return info.shape
  }

  func imageShape(of index: Int32) throws(TasksError) -> ImageShape? {
    try floatShape(of: index).flatMap { Self.imageShape($0) }
  }

  /// Rows, columns and channels; nil for shapes of other than four dimensions or another batch than 1.
  static func imageShape(_ shape: [Int]) -> ImageShape? {
    guard shape.count == 4, shape[0] == 1, shape.reduce(1, *) <= maxElements else { return nil }
    return (SpatialSize(height: shape[1], width: shape[2]), shape[3])
  }

  /// Whether a tensor is a dense constant.
  func isConstant(_ index: Int32) throws(TasksError) -> Bool {
    guard index >= 0, producers[index] == nil, !inputs.contains(index) else { return false }
    let table = try tensor(index)
    guard try table.integer(TFLiteSchema.Tensor.isVariable, absent: UInt8(0)) == 0 else { return false }
    return try table.reference(TFLiteSchema.Tensor.sparsity) == nil
  }

  /// The stored bytes of a tensor, charged to the read budget every time, as many tensors may share them.
  func bytes(of tensor: FlatBufferTable) throws(TasksError) -> ModelData? {
    let number = try Self.buffer(of: tensor)
    guard buffers.indices.contains(number), let bytes = try buffers[number].bytes(TFLiteSchema.Buffer.data)
    else { return nil }
    try tensor.buffer.spend(bytes.count)
    return bytes
  }

  func integers(_ index: Int32) throws(TasksError) -> [Int]? {
    guard try isConstant(index) else { return nil }
    let table = try tensor(index)
    let type = try table.integer(TFLiteSchema.Tensor.type, absent: UInt8(0))
    guard type == TensorElementType.int32.rawValue else { return nil }
    return try bytes(of: table)?.integers(Int32.self).map(Int.init)
  }

  /// The index of a tensor's buffer when no other tensor uses it. Buffer 0 is that of all empty tensors.
  func ownBuffer(of tensor: FlatBufferTable) throws(TasksError) -> Int? {
    let number = try Self.buffer(of: tensor)
    return number != 0 && bufferUses[number] == 1 && buffers.indices.contains(number) ? number : nil
  }

  private static func buffer(of tensor: FlatBufferTable) throws(TasksError) -> Int {
    Int(try tensor.integer(TFLiteSchema.Tensor.buffer, absent: UInt32(0)))
  }
}
