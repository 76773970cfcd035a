import VisionModels

/// An operator of a model with new inputs.
struct OperatorRewiring: Sendable, Hashable {
  /// The operator's index in the model.
  let index: Int
  /// Its new input tensors.
  let inputs: [Int32]
}
