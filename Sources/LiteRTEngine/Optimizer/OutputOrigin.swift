import VisionCore
import VisionInference
import VisionModels

/// Where an output's elements are before the last operators, which only move them or apply the same function to each.
/// The last operators of a detector join the scores of several grids, turn 1.7 million of them into probabilities and
/// dequantize them. Few are ever read, so reading them at their origin saves all that.
struct OutputOrigin: Sendable, Hashable {
  /// The indices of the tensors whose elements, one tensor after the other, are the output's.
  let tensors: [Int]
  /// Descriptions of the tensors, in the same order: all of one element type and quantization.
  let infos: [TensorInfo]
  let function: DeferredFunction

  var count: Int { infos.reduce(0) { $0 + $1.count } }
}

extension TensorInfo {
  /// The number of elements; 1 for a tensor without a shape.
  var count: Int { shape.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue } }

  /// Whether the elements are int8 or uint8 with one positive scale.
  fileprivate var holdsScaledBytes: Bool {
    [.int8, .uint8].contains(elementType) && (quantization?.scale ?? 0) > 0 && quantization?.zeroPoint != nil
  }
}

/// Walks from an output towards the inputs, as long as operators only move elements or apply a known function to each.
///
/// ```
/// output ← DEQUANTIZE ← LOGISTIC ← CONCATENATION ← RESHAPE ← computed tensor
/// ```
struct OutputOriginSearch {
  /// No detector has more grids. This limits what a hostile file can cost.
  private static let maxPieces = 64
  /// No detector has so many consecutive operators that only move elements; each uses a part of the stack.
  private static let maxMoves = 32

  private let tables: ModelTables
  /// Nil in a model with control flow, where no operator may be skipped.
  private let producers: OperatorProducers?

  init(_ data: ModelData) throws(TasksError) {
    tables = try ModelTables(data)
    let all = tables.subgraphs.count == 1 ? try tables.producers() : nil
    producers = all?.disorder == nil ? all : nil
  }

  /// The origin of a tensor; the tensor itself when no operator before it can be skipped.
  func origin(of output: Int32, throughLogistic: Bool) throws(TasksError) -> OutputOrigin {
    var tensor = output
    var function = DeferredFunction.identity
    if let source = source(of: "DEQUANTIZE", before: tensor), try info(source).holdsScaledBytes { tensor = source }
    if throughLogistic, let source = source(of: "LOGISTIC", before: tensor) {
      let (result, input) = (try info(tensor), try info(source))
      if result.elementType == .float32, input.elementType == .float32 {
        (tensor, function) = (source, .logistic)
      } else if result.elementType == input.elementType, input.holdsScaledBytes, result.holdsScaledBytes {
        (tensor, function) = (source, result.quantization.map { .roundedLogistic($0) } ?? .identity)
      }
    }
    var pieces: [Int32] = []
    if try !collect(tensor, before: .max, moves: 0, into: &pieces) { pieces = [tensor] }
    return OutputOrigin(tensors: pieces.map(Int.init), infos: try pieces.map(info), function: function)
  }

  /// The input of an operator of a kind that computes a tensor, if another operator computes the input.
  private func source(of kind: String, before tensor: Int32) -> Int32? {
    guard let producer = producers?[tensor], producer.name == kind, let source = producer.inputs.first,
      producers?[source] != nil
    else { return nil }
    return source
  }

  /// Adds the tensors that RESHAPE and CONCATENATION operators join to a tensor; false when the walk finds no origin.
  /// Operators are stored in execution order, so a walk that only goes back ends. It is recursive and therefore
  /// limited.
  private func collect(
    _ tensor: Int32, before limit: Int, moves: Int, into pieces: inout [Int32]
  ) throws(TasksError) -> Bool {
    guard let producer = producers?[tensor], producer.index < limit, pieces.count < Self.maxPieces else { return false }
    guard moves < Self.maxMoves, let sources = try sources(movedBy: producer, to: tensor) else {
      pieces.append(tensor)
      return true
    }
    let count = pieces.count
    for source in sources {
      if try !collect(source, before: producer.index, moves: moves + 1, into: &pieces) {
        // The tensor itself can be read all the same.
        pieces.removeSubrange(count...)
        pieces.append(tensor)
        break
      }
    }
    return true
  }

  /// The inputs whose elements an operator keeps, one input after the other; nil for one that does anything else.
  private func sources(
    movedBy producer: OperatorProducers.Producer, to tensor: Int32
  ) throws(TasksError) -> [Int32]? {
    let result = try info(tensor)
    let sources = producer.name == "RESHAPE" ? Array(producer.inputs.prefix(1)) : producer.inputs
    guard ["RESHAPE", "CONCATENATION"].contains(producer.name), !sources.isEmpty else { return nil }
    for source in sources {
      let info = try info(source)
      guard info.elementType == result.elementType, info.quantization == result.quantization else { return nil }
    }
    guard producer.name == "CONCATENATION" else { return sources }
    let options = try producer.use.table(TFLiteSchema.Operator.options)
    guard try options?.integer(TFLiteSchema.Concatenation.activation, absent: Int8(0)) ?? 0 == 0 else { return nil }
    var axis = Int(try options?.integer(TFLiteSchema.Concatenation.axis, absent: Int32(0)) ?? 0)
    if axis < 0 { axis += result.shape.count }
    return result.shape.indices.contains(axis) && result.shape[..<axis].allSatisfy { $0 == 1 } ? sources : nil
  }

  private func info(_ tensor: Int32) throws(TasksError) -> TensorInfo { try TensorInfo(tables.tensor(tensor)) }
}

extension ParsedModel {
  /// Where an output's elements are before the last operators, which only move them or apply the same function to each;
  /// that of `identity(ofOutput:)` when nothing can be skipped.
  func origin(ofOutput index: Int, throughLogistic: Bool) throws(TasksError) -> OutputOrigin {
    try OutputOriginSearch(data).origin(of: tensor(ofOutput: index), throughLogistic: throughLogistic)
  }

  /// The origin of an output that is read as it is: its own tensor.
  func identity(ofOutput index: Int) throws(TasksError) -> OutputOrigin {
    let tensor = try tensor(ofOutput: index)
    return OutputOrigin(tensors: [Int(tensor)], infos: [outputs[index]], function: .identity)
  }

  private func tensor(ofOutput index: Int) throws(TasksError) -> Int32 {
    guard outputTensors.indices.contains(index) else {
      throw .invalidArgument("There is no output \(index); the model has outputs 0..<\(outputTensors.count).")
    }
    return outputTensors[index]
  }
}
