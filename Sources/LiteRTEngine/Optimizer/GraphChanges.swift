import VisionModels

/// The changes of a model's graph, apart from the choice of its outputs.
struct GraphChanges: Sendable {
  var customOperators: [CustomOperatorUse] = []
  var denseWeights: [DenseWeights] = []
  var contents: [BufferContent] = []
  /// Tensors with another shape, each once.
  var tensors: [TensorChange] = []

  var isEmpty: Bool { customOperators.isEmpty && denseWeights.isEmpty && contents.isEmpty && tensors.isEmpty }
}

/// An operator that is replaced by a custom operator with one output.
struct CustomOperatorUse: Sendable, Hashable {
  /// The prefix of all their names; a file that has such names already is not changed.
  static let namePrefix = "VisionBlock"

  /// Its custom code, unique in the model.
  let name: String
  let index: Int
  /// The input, and a second one if it has any.
  let inputs: [Int32]
  let output: Int32
  var densifies: [Int] = []
  /// The operators that it replaces, as far as they read its inputs.
  var operators: Set<Int> = []
}

struct BufferContent: Sendable {
  let buffer: Int
  let piece: BytePiece
}

struct TensorChange: Sendable, Hashable {
  let tensor: Int32
  let shape: [Int]
}
