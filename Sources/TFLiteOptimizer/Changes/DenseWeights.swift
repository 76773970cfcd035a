import VisionModels

/// Sparse weights of a model, expanded to dense ones.
///
/// The runtime has an operator for this, DENSIFY, which takes 25 ms at each compilation of a half-sparse model.
package struct DenseWeights: Sendable {
  /// The index of the DENSIFY operator.
  let index: Int
  /// The elements, 16 or 32 bits each, in the buffer of the operator's output, which nothing else uses.
  let content: BufferContent
}
