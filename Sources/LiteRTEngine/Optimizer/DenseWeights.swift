import VisionCore
import VisionModels

/// Sparse weights of a model, expanded to dense ones.
///
/// The runtime has an operator for this, DENSIFY, which takes 25 ms at each compilation of a half-sparse model.
struct DenseWeights: Sendable {
  let index: Int
  /// The elements, 16 or 32 bits each, in the buffer of the operator's output, which nothing else uses.
  let content: BufferContent
}

/// Finds the sparse weights of a model that can be expanded.
///
/// Source: `SparsityParameters` of the TensorFlow Lite schema, version 3, in the one form that published models have:
/// all dimensions in order, the last one as compressed sparse rows (CSR).
struct DenseWeightsSearch {
  private let graph: ModelGraph

  /// Maximum ratio of all elements to stored ones; beyond it the weights are left to the runtime, so that a small file
  /// cannot become a large one.
  private static let maxExpansion = 8

  init(_ graph: ModelGraph) { self.graph = graph }

  /// All of them, in the order of their DENSIFY operators, except those of unneeded operators.
  func weights(except unneeded: Set<Int>) throws(TasksError) -> [DenseWeights] {
    var found: [DenseWeights] = []
    for producer in graph.producers.all where producer.name == "DENSIFY" && !unneeded.contains(producer.index) {
      if let weights = try weights(producer) { found.append(weights) }
    }
    return found
  }

  private func weights(_ producer: ModelGraph.Operator) throws(TasksError) -> DenseWeights? {
    guard producer.inputs.count == 1, producer.outputs.count == 1 else { return nil }
    let (source, result) = (try graph.tensor(producer.inputs[0]), try graph.tensor(producer.outputs[0]))
    guard let buffer = try graph.ownBuffer(of: result), try graph.bytes(of: result)?.count ?? 0 == 0 else { return nil }
    let (stored, dense) = (try TensorInfo(source), try TensorInfo(result))
    guard stored.shape == dense.shape, stored.elementType == dense.elementType,
      let rows = try SparseRows(source, shape: stored.shape), let values = try graph.bytes(of: source),
      let count = rows.elementCount, count <= Self.maxExpansion * rows.columns.count
    else { return nil }
    // They stay in memory, and many operators may expand the same stored elements.
    try source.buffer.budget.spend(4 * count)
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
  /// The sparse weights of the model, expanded to dense ones, for `eliminatingDeadOutputs(keeping:applying:)`. Weights
  /// that only the given custom operators read stay sparse; so do those that would become more than eight times as
  /// large, and all in a model with control flow.
  func denseWeights(except sparse: [CustomOperatorUse] = []) throws(TasksError) -> [DenseWeights] {
    guard operators.contains(where: { $0.name == "DENSIFY" }), let graph = try ModelGraph(data) else { return [] }
    return try DenseWeightsSearch(graph).weights(except: Set(sparse.flatMap(\.densifies)))
  }
}
