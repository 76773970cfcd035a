/// An operator of a model that reads and writes other tensors.
struct OperatorRewiring: Sendable, Hashable {
  /// The operator's place in the model.
  let index: Int
  /// The tensors that it reads from now on.
  let inputs: [Int32]
  /// The tensors that it computes from now on.
  let outputs: [Int32]
  /// The place of the operator after which it runs; nil for its own turn.
  var predecessor: Int?
}
