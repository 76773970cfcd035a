import VisionModels

extension GraphSample {
  /// What the residual model is made of.
  package enum Residual {
    package static let window: [Float] = (0..<72).map { Float($0 % 11) / 8 - 0.5 }
    package static let weights: [Float] = (0..<64).map { Float($0 % 13) / 8 - 0.75 }
    package static let biases: [Float] = (0..<8).map { Float($0) / 4 - 1 }
    package static let alpha: [Float] = (0..<8).map { Float($0) / 16 }
  }

  /// A residual block as palm detectors have them.
  ///
  ///     0 ─┬─ DEPTHWISE_CONV_2D (1, 2) ── 3 ── CONV_2D (4, 5) ── 6 ── ADD ── 7 ── PRELU (8) ── 9 (output 0)
  ///        └──────────────────────────────────────────────────────────┘
  package static func residual(alpha: [Float] = Residual.alpha) -> GraphSample {
    var sample = GraphSample()
    sample.addTensor([1, 4, 4, 8])
    sample.addConstant([1, 3, 3, 8], Residual.window.bytes())
    sample.addConstant([8], Residual.biases.bytes())
    sample.addTensor([1, 4, 4, 8])
    sample.addConstant([8, 1, 1, 8], Residual.weights.bytes())
    sample.addConstant([8], Residual.biases.bytes())
    sample.addTensor([1, 4, 4, 8])
    sample.addTensor([1, 4, 4, 8])
    sample.addConstant([1, 1, Int32(alpha.count)], alpha.bytes())
    sample.addTensor([1, 4, 4, 8])
    sample.outputs = [9]
    let steps: [Int: FlatBufferValue] = [1: .int32(1), 2: .int32(1)]
    sample.addOperator(.depthwise, [0, 1, 2], 3, options: steps.merging([3: .int32(1)]) { $1 })
    sample.addOperator(.convolution, [3, 4, 5], 6, options: steps)
    sample.addOperator(.add, [6, 0], 7, options: [0: .uint8(3)])
    sample.addOperator(.prelu, [7, 8], 9, options: [:])
    return sample
  }
}
