/// An operator of a model.
package struct ReferenceStep: Sendable {
  /// The operator's name in the schema, or its custom code.
  package let name: String
  /// The numbers of the tensors that it reads.
  package let inputs: [Int]
  /// The numbers of its results.
  package let tensors: [Int]
  /// Whether its results are the same whatever the model is given.
  package let isConstant: Bool
}
