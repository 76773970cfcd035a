import VisionInference
import VisionModels

/// Where an output's elements stand before the operators at a model's end that only move them or put each of them through the
/// same function.
///
/// The last operators of a detector join the scores of several grids, turn 1.7 million of them into probabilities and write
/// them as floats. Few are ever read, so reading them where they stand first spares all that.
package struct OutputOrigin: Sendable, Hashable {
  /// The tensors, by their number in the model, whose elements one tensor after the other are the output's.
  package let tensors: [Int]
  /// What the tensors are, in the same order: all of one element type and quantization.
  package let infos: [TensorInfo]
  /// What becomes of the elements.
  package let function: DeferredFunction

  /// The number of elements.
  package var count: Int { infos.reduce(0) { $0 + $1.count } }
}

extension TensorInfo {
  /// The number of elements; 1 for a tensor without a shape.
  package var count: Int { shape.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue } }
}
