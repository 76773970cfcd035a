import VisionModels

/// The changes of a model's graph, apart from the choice of its outputs.
struct GraphChanges: Sendable {
  /// Operators that become custom operators.
  var customOperators: [CustomOperatorUse]
  /// Sparse weights that become dense.
  var denseWeights: [DenseWeights]
  /// Buffers with new contents.
  var contents: [BufferContent] = []
  /// Tensors with another shape, each once.
  var tensors: [TensorChange] = []

  init(customOperators: [CustomOperatorUse] = [], denseWeights: [DenseWeights] = []) {
    self.customOperators = customOperators
    self.denseWeights = denseWeights
  }

  var isEmpty: Bool {
    customOperators.isEmpty && denseWeights.isEmpty && contents.isEmpty && tensors.isEmpty
  }
}

/// An operator of a model that is replaced by a custom operator with one input and one output.
struct CustomOperatorUse: Sendable, Hashable {
  /// The prefix of all their names; a file that has such names already is not changed.
  static let namePrefix = "VisionBlock"

  /// The custom code that the runtime knows it by, unique in the model.
  let name: String
  let index: Int
  let input: Int32
  let output: Int32
  /// The indices of the DENSIFY operators whose sparse weights it reads directly.
  var densifies: [Int] = []
}

/// The new content of a model's buffer.
struct BufferContent: Sendable {
  let buffer: Int
  let piece: BytePiece
}

/// A new shape of a tensor, which keeps its index.
struct TensorChange: Sendable, Hashable {
  let tensor: Int32
  let shape: [Int]
}
