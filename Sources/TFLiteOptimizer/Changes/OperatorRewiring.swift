import VisionModels

/// An operator of a model that reads other tensors.
struct OperatorRewiring: Sendable, Hashable {
  /// The operator's place in the model.
  let index: Int
  /// The tensors that it reads from now on.
  let inputs: [Int32]
}
