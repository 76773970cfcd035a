import VisionModels

/// An output that a session's caller wants.
package struct OutputRequest: Sendable, Hashable {
  /// The permission to leave out the last operators before an output.
  ///
  /// The last operators of a detector join the scores of several grids, turn 1.7 million of them into probabilities and write
  /// them as floats. Few are ever read, so a caller that can read them in pieces, before the function, spares all that.
  package struct Deferral: Sendable, Hashable {
    /// The number of rows of the output; a piece has to consist of whole ones.
    package let rows: Int
    /// Whether a logistic function may be left to the caller.
    package let throughLogistic: Bool

    package init(rows: Int, throughLogistic: Bool) {
      self.rows = rows
      self.throughLogistic = throughLogistic
    }
  }

  /// The position among the model's outputs.
  package let position: Int
  /// Nil when the output is wanted as the model says.
  package let deferral: Deferral?

  package init(_ position: Int, deferral: Deferral? = nil) {
    self.position = position
    self.deferral = deferral
  }
}

/// An output of a session.
package struct SessionOutput {
  /// The tensors whose elements, one tensor after the other, are the output's; one unless the request allowed deferral.
  package let pieces: [HostTensor]
  /// What is left to do for each element.
  package let function: DeferredFunction

  package init(pieces: [HostTensor], function: DeferredFunction = .identity) {
    self.pieces = pieces
    self.function = function
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
