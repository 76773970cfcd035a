import VisionCore
import VisionModels

/// A loaded model with its memory. Not thread-safe: one inference at a time.
package protocol InferenceSession: AnyObject {
  var inputs: [HostTensor] { get }
  /// The wanted outputs, in the order in which they were requested.
  var outputs: [SessionOutput] { get }
  /// Threads that stand ready between inferences and may share other work, such as sampling the input; nil without.
  var sharing: (any WorkSharing)? { get }

  /// Computes the outputs of the inputs' data; throws `invalidArgumentError` for data that contradicts the model file.
  func run() throws

  /// Which kernels run which operators, and why; an error for a model whose arithmetic cannot be counted.
  func report() throws -> InferenceReport
}

/// An output that a session's caller wants.
package struct OutputRequest: Sendable, Hashable {
  /// The permission to leave out the last operators before an output. Those of a detector join the scores of several
  /// grids, turn 1.7 million of them into probabilities and write them as floats. Few are ever read, so a caller that
  /// reads them in pieces, before the function, spares all that.
  package struct Deferral: Sendable, Hashable {
    /// The number of rows of the output; a piece has to consist of whole ones.
    package let rows: Int
    /// Whether a logistic function may be left to the caller.
    package let throughLogistic: Bool

    package init(rows: Int, throughLogistic: Bool) { (self.rows, self.throughLogistic) = (rows, throughLogistic) }
  }

  package let position: Int
  /// Nil when the output is wanted as the model says.
  package let deferral: Deferral?

  package init(_ position: Int, deferral: Deferral? = nil) {
    (self.position, self.deferral) = (position, deferral)
  }
}

package struct SessionOutput {
  /// The tensors whose elements, one tensor after the other, are the output's; one unless the request allowed deferral.
  package let pieces: [HostTensor]
  package let function: DeferredFunction

  package init(pieces: [HostTensor], function: DeferredFunction = .identity) {
    (self.pieces, self.function) = (pieces, function)
  }
}

/// What becomes of each element on its way from a session's output to the model's, apart from quantization.
package enum DeferredFunction: Sendable, Hashable {
  /// Nothing: the elements are the output's.
  case identity
  /// The logistic function, in floating point.
  case logistic
  /// The logistic function, rounded to integers of the given quantization.
  case roundedLogistic(TensorQuantization)
}
