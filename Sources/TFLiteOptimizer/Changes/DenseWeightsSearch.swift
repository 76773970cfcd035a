import VisionErrors
import VisionModels

/// Finds the weights of a model that are stored row by row without their zeros.
///
/// Source: `SparsityParameters` of the TensorFlow Lite schema, version 3, for the one form that published models have: all
/// dimensions in order, the last one as compressed sparse rows (where each row's elements start, and their columns).
struct DenseWeightsSearch {
  private let graph: ModelGraph

  /// Weights of which more is left out stay to the runtime: a small file must not become a large one.
  private static let leastShare = 8

  init(_ graph: ModelGraph) { self.graph = graph }

  /// All that were found, in the order of the operators that would put the zeros back.
  ///
  /// - Parameter unneeded: The places of those operators that are not looked at.
  /// - Returns: The weights.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
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
      let count = rows.elementCount, count <= Self.leastShare * rows.columns.count
    else { return nil }
    // They are kept, and many operators may make them of the same numbers.
    try source.buffer.budget.spend(4 * count)
    let bytes: [UInt8]? =
      switch stored.elementType {
      case .float16: rows.dense(values.integers(UInt16.self), mostTimes: Self.leastShare)
      case .float32: rows.dense(values.integers(UInt32.self), mostTimes: Self.leastShare)
      default: nil
      }
    return bytes.map {
      DenseWeights(index: producer.index, content: BufferContent(buffer: buffer, piece: BytePiece($0)))
    }
  }
}
