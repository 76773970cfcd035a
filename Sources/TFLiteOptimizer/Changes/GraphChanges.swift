import VisionModels

/// The changes of a model's graph, apart from the choice of its outputs.
package struct GraphChanges: Sendable {
  /// Operators that become custom operators.
  package var customOperators: [CustomOperatorUse]
  /// Sparse weights that become dense.
  package var denseWeights: [DenseWeights]
  /// Buffers with new contents.
  var contents: [BufferContent] = []
  /// Tensors with another shape or type, each once.
  var tensors: [TensorChange] = []
  /// Operators with other inputs, each once.
  var rewirings: [OperatorRewiring] = []

  package init(customOperators: [CustomOperatorUse] = [], denseWeights: [DenseWeights] = []) {
    self.customOperators = customOperators
    self.denseWeights = denseWeights
  }

  package var isEmpty: Bool {
    customOperators.isEmpty && denseWeights.isEmpty && contents.isEmpty && tensors.isEmpty && rewirings.isEmpty
  }
}
