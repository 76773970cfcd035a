import VisionModels

/// What becomes of a model's graph beside the choice of its outputs.
package struct GraphChanges: Sendable {
  /// Operators that become the caller's own.
  package var customOperators: [CustomOperatorUse]
  /// Weights that are stored without their zeros and get them back.
  package var denseWeights: [DenseWeights]
  /// Buffers that hold something else.
  var contents: [BufferContent] = []
  /// Tensors of other extents or types, each of them once.
  var tensors: [TensorChange] = []
  /// Operators that read other tensors, each of them once.
  var rewirings: [OperatorRewiring] = []

  package init(customOperators: [CustomOperatorUse] = [], denseWeights: [DenseWeights] = []) {
    self.customOperators = customOperators
    self.denseWeights = denseWeights
  }

  package var isEmpty: Bool {
    customOperators.isEmpty && denseWeights.isEmpty && contents.isEmpty && tensors.isEmpty && rewirings.isEmpty
  }
}
