import VisionModels

/// Consecutive convolutions, each the only reader of the one before it, and the operators that follow them.
///
/// ```
/// x → convolution → … → convolution [→ + x, bounded] [→ PReLU] → result
/// ```
package struct FusedConvolution: Sendable {
  /// One or more.
  package let convolutions: [Convolution]
  /// The residual connection after the last convolution.
  package let sum: Sum?
  /// PReLU's alpha for each output channel; nil without PReLU.
  package let alpha: [Float]?

  /// The sum with the block's input.
  package struct Sum: Sendable {
    /// The sum's bounds (fused activation).
    package let bounds: ClosedRange<Float>
  }

  /// Rows, columns and channels of the first convolution's input.
  package var inputShape: [Int] { convolutions.first?.inputShape ?? [] }
  /// Rows, columns and channels of the last convolution's output.
  package var outputShape: [Int] { convolutions.last?.outputShape ?? [] }
  /// Whether all its convolutions are quantized; either all are or none.
  package var isQuantized: Bool {
    guard case .quantized = convolutions.first else { return false }
    return true
  }
  /// The MACs of an inference.
  package var macs: MACs {
    let sum = convolutions.reduce(0) { $0 + $1.macs }
    return isQuantized ? MACs(byte: sum) : MACs(float: sum)
  }
  /// The MACs that the runtime would need, with sparse convolutions' zeros.
  package var runtimeMACs: Int { convolutions.reduce(0) { $0 + $1.runtimeMACs } }
}

extension CustomOperatorFace {
  /// The types and shapes of a fused convolution, for the verifier.
  package init(_ block: FusedConvolution) {
    self.init(
      inputShape: [1] + block.inputShape, outputShape: [1] + block.outputShape,
      elementTypes: block.isQuantized ? [.int8, .uint8] : [.float32])
  }
}
