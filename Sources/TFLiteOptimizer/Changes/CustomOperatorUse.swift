import VisionModels

/// An operator of a model that is replaced by a custom operator with one input and one output.
package struct CustomOperatorUse: Sendable, Hashable {
  /// The prefix of all their names; a file that has such names already is not changed.
  static let namePrefix = "VisionBlock"

  /// The custom code that the runtime knows it by, unique in the model.
  package let name: String
  /// The operator's index in the model.
  let index: Int
  /// Its input tensor.
  let input: Int32
  /// Its output tensor.
  let output: Int32
  /// The indices of the DENSIFY operators whose sparse weights it reads directly.
  var densifies: [Int] = []
}
