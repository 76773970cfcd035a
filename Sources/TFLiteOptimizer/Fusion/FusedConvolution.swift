import VisionModels

/// Convolutions of which each reads what the one before it computed and nobody else needs, and what closes them.
///
/// ```
/// x → convolution → … → convolution [→ + x, bounded] [→ PReLU] → result
/// ```
package struct FusedConvolution: Sendable {
  /// One or more.
  package let convolutions: [Convolution]
  /// What is added to the last one's result at the end.
  package let sum: Sum?
  /// One for each channel of the result, with which numbers below 0 are multiplied at the very end; nil when they stay as they are.
  package let slopes: [Float]?

  /// The sum with the block's input.
  package struct Sum: Sendable {
    /// The least and the most that it may be.
    package let bounds: ClosedRange<Float>
  }

  /// Rows, columns and channels of the first convolution's data.
  package var inputShape: [Int] { convolutions.first?.inputShape ?? [] }
  /// Rows, columns and channels of the last one's result.
  package var outputShape: [Int] { convolutions.last?.outputShape ?? [] }
  /// Whether it is one of bytes that stand for numbers; then all its convolutions are.
  package var isOfBytes: Bool {
    guard case .bytes = convolutions.first else { return false }
    return true
  }
  /// The multiply-adds of a run.
  package var multiplyAdds: MultiplyAdds {
    let sum = convolutions.reduce(0) { $0 + $1.multiplyAdds }
    return isOfBytes ? MultiplyAdds(byte: sum) : MultiplyAdds(float: sum)
  }
  /// The multiply-adds that the runtime would need, those with 0 among them.
  package var runtimeMultiplyAdds: Int { convolutions.reduce(0) { $0 + $1.runtimeMultiplyAdds } }
}

extension CustomOperatorFace {
  /// What the verifier has to know of a fused convolution.
  package init(_ block: FusedConvolution) {
    self.init(
      inputShape: [1] + block.inputShape, outputShape: [1] + block.outputShape,
      elementTypes: block.isOfBytes ? [.int8, .uint8] : [.float32])
  }
}
