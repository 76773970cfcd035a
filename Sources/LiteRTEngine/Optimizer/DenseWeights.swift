import VisionCore
import VisionModels

/// Sparse weights of a model, expanded to dense ones.
/// The runtime has an operator for this, DENSIFY, which takes 25 ms at each compilation of a half-sparse model.
struct DenseWeights: Sendable {
  let index: Int
  /// The elements, 16 or 32 bits each, in the buffer of the operator's output, which nothing else uses.
  let content: BufferContent
}

extension ModelGraph {
  /// Maximum ratio of all elements to stored ones; beyond it the weights are left to the runtime, so that a small file
  /// cannot become a large one.
  private static let maxExpansion = 8

  /// The sparse weights that can be expanded, in the order of their DENSIFY operators, except those of unneeded
  /// operators.
  func denseWeights(except unneeded: Set<Int>) throws(TasksError) -> [DenseWeights] {
    var found: [DenseWeights] = []
    for producer in producers.all where producer.name == "DENSIFY" && !unneeded.contains(producer.index) {
      if let weights = try denseWeights(producer) { found.append(weights) }
    }
    return found
  }

  private func denseWeights(_ producer: Operator) throws(TasksError) -> DenseWeights? {
    guard producer.inputs.count == 1, producer.outputs.count == 1 else { return nil }
    let (source, result) = (try tensor(producer.inputs[0]), try tensor(producer.outputs[0]))
    guard let buffer = try ownBuffer(of: result), try bytes(of: result)?.count ?? 0 == 0 else { return nil }
    let (stored, dense) = (try TensorInfo(source), try TensorInfo(result))
    guard stored.shape == dense.shape, stored.elementType == dense.elementType,
      let rows = try SparseRows(source, shape: stored.shape), let values = try bytes(of: source),
      let count = rows.elementCount, count <= Self.maxExpansion * rows.columns.count
    else { return nil }
    // They stay in memory, and many operators may expand the same stored elements.
    try source.buffer.spend(4 * count)
    let bytes: [UInt8]? =
      switch stored.elementType {
      case .float16: rows.dense(values.integers(UInt16.self), maxRatio: Self.maxExpansion)
      case .float32: rows.dense(values.integers(UInt32.self), maxRatio: Self.maxExpansion)
      default: nil
      }
    return bytes.map {
      DenseWeights(index: producer.index, content: BufferContent(buffer: buffer, piece: BytePiece($0)))
    }
  }
}

extension ParsedModel {
  /// For `eliminatingDeadOutputs(keeping:applying:)`. Weights that only the given custom operators read stay sparse; so
  /// do those that would become more than eight times as large, and all in a model with control flow.
  func denseWeights(except sparse: [CustomOperatorUse] = []) throws(TasksError) -> [DenseWeights] {
    guard operators.contains(where: { $0.name == "DENSIFY" }), let graph = try ModelGraph(data) else { return [] }
    return try graph.denseWeights(except: Set(sparse.flatMap(\.densifies)))
  }
}
