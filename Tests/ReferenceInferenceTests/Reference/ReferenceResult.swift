/// What a run gives.
package struct ReferenceResult: Sendable {
  /// The outputs in the order of the model.
  package let outputs: [ReferenceTensor]
  /// The tensors that were asked for, by their number.
  package let kept: [Int: ReferenceTensor]
}
