import VisionModels

/// An operator of a model that becomes one of the caller's own, with one input and the same result.
package struct CustomOperatorUse: Sendable, Hashable {
  /// What all their names begin with; a file that has such names of its own is not changed.
  static let namePrefix = "VisionBlock"

  /// The name under which the runtime is told of the caller's operator; no other of the model has it.
  package let name: String
  /// The operator's place in the model.
  let index: Int
  /// The tensor that it reads.
  let input: Int32
  /// The tensor that it computes.
  let output: Int32
  /// The places of the operators that put zeros back into weights that it takes without.
  var densifies: [Int] = []
}
