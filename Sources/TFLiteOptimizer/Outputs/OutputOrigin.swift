import VisionInference
import VisionModels

/// Where an output's elements are before the last operators, which only move them or apply the same function to each.
///
/// The last operators of a detector join the scores of several grids, turn 1.7 million of them into probabilities and
/// dequantize them. Few are ever read, so reading them at their origin saves all that.
package struct OutputOrigin: Sendable, Hashable {
  /// The indices of the tensors whose elements, one tensor after the other, are the output's.
  package let tensors: [Int]
  /// Descriptions of the tensors, in the same order: all of one element type and quantization.
  package let infos: [TensorInfo]
  /// The function that was not applied yet.
  package let function: DeferredFunction

  /// The number of elements.
  package var count: Int { infos.reduce(0) { $0 + $1.count } }
}

extension TensorInfo {
  /// The number of elements; 1 for a tensor without a shape.
  package var count: Int { shape.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue } }
}
