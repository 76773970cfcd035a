import VisionModels

/// The changes of a tensor, which keeps its index.
struct TensorChange: Sendable, Hashable {
  /// The tensor's index.
  let tensor: Int32
  /// The new shape; nil to keep it.
  var shape: [Int]?
  /// The new type; nil to keep it.
  var elementType: TensorElementType?
}
