/// The types and shapes of a custom operator, for the verifier.
package struct CustomOperatorFace: Sendable {
  /// The shape of its one input.
  let inputShape: [Int]
  /// The shape of its one output.
  let outputShape: [Int]
  /// The element types that input and output may have.
  let elementTypes: Set<TensorElementType>
  /// The memory that it needs beside its tensors, in bytes.
  let memory: Int

  package init(inputShape: [Int], outputShape: [Int], elementTypes: Set<TensorElementType>, memory: Int = 0) {
    self.inputShape = inputShape
    self.outputShape = outputShape
    self.elementTypes = elementTypes
    self.memory = memory
  }
}
