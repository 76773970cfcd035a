import VisionModels

/// Weights that a model stores without their zeros, with the zeros put back.
///
/// The runtime does so with an operator, DENSIFY, that takes 25 ms for a model of half-empty weights each time one is compiled.
package struct DenseWeights: Sendable {
  /// The place of the operator that would put the zeros back.
  let index: Int
  /// The elements, 16 or 32 bits each, in the buffer for the operator's result, which nothing else uses.
  let content: BufferContent
}
