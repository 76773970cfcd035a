import VisionModels

/// An operator of a model that the caller computes instead of the engine: from one tensor one other of the same type.
package protocol CustomOperator: AnyObject, Sendable {
  /// The custom code under which the model uses it, once.
  var name: String { get }
  /// The type of the elements of its input and of its result.
  var elementType: TensorElementType { get }
  /// The shape that its input has to have, outermost dimension first.
  var inputShape: [Int] { get }
  /// The shape of its result.
  var outputShape: [Int] { get }

  /// Computes the result; called on the thread of the run, once at a time for each compiled model.
  ///
  /// - Parameters:
  ///   - input: As many elements as `inputShape` says.
  ///   - output: As many elements as `outputShape` says, all to be written.
  func run(input: UnsafeRawPointer, output: UnsafeMutableRawPointer)
}
