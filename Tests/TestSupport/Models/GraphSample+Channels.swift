import VisionModels

extension GraphSample {
  /// 32 channels of which 17, number 0 and the odd ones, are constant, with two readers: convolutions
  /// of single pixels or, of the means, fully connected layers.
  ///
  ///     0 ── CONV_2D (1, 2) ── 3 ── DEPTHWISE_CONV_2D (4, 5) ── 6 [── MEAN (8) ── 7] ─┬─ reader (9, 10) ── 11
  ///                                                                                   └─ reader (12, 13) ── 14
  ///
  /// 1, 2, 4, 5, 9 and 10 are stored in 32 bits, or in 16 bits as 15 ... 20.
  package enum Channels {
    package static let all = 0..<32
    package static let kept = Array(stride(from: 0, to: 32, by: 2))

    /// 0 for channel 0 and 1, 5, 9, ...: with their bias of -1 the activation function makes them 0.
    package static let expansion: [Float] = all.flatMap { channel -> [Float] in
      let weight = channel == 0 || channel % 4 == 1 ? 0 : Float(channel + 1) / 8
      return [weight, -weight]
    }
    package static let expansionBiases: [Float] = all.map { $0 == 0 || $0 % 4 == 1 ? -1 : Float($0) / 4 }
    /// 0 for channels 3, 7, 11, ...
    package static let window: [Float] = (0..<9).flatMap { tap in
      all.map { $0 % 4 == 3 ? 0 : Float(tap + $0 + 1) / 16 }
    }
    /// Negative for the channels that are constant, so that the activation function makes them 0.
    package static let windowBiases: [Float] = all.map { $0 % 2 == 1 ? -Float($0) / 4 : Float($0) / 4 }
    package static let first: [Float] = (1...3).flatMap { row in all.map { Float(row * ($0 % 8 - 3)) / 8 } }
    package static let second: [Float] = all.map { _ in 1 } + all.map { _ in -1 }
  }

  package static func channels(half: Bool = false, pooled: Bool = false) -> GraphSample {
    var sample = GraphSample()
    sample.addTensor([1, 4, 4, 2])
    sample.addConstant([32, 1, 1, 2], Channels.expansion.bytes())
    sample.addConstant([32], Channels.expansionBiases.bytes())
    sample.addTensor([1, 4, 4, 32])
    sample.addConstant([1, 3, 3, 32], Channels.window.bytes())
    sample.addConstant([32], Channels.windowBiases.bytes())
    sample.addTensor([1, 4, 4, 32])
    sample.addTensor([1, 32])
    sample.addConstant([2], type: .int32, [1, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF])
    for (weights, biases) in [(Channels.first, [10, 20, 30]), (Channels.second, [1, 1])] as [([Float], [Float])] {
      let rows = Int32(biases.count)
      sample.addConstant(pooled ? [rows, 32] : [rows, 1, 1, 32], weights.bytes())
      sample.addConstant([rows], biases.bytes())
      sample.addTensor(pooled ? [1, rows] : [1, 4, 4, rows])
    }
    sample.outputs = [11, 14]
    let steps: [Int: FlatBufferValue] = [1: .int32(1), 2: .int32(1)]
    sample.addOperator(.convolution, [0, 1, 2], 3, options: steps.merging([3: .uint8(3)]) { $1 })
    sample.addOperator(.depthwise, [3, 4, 5], 6, options: steps.merging([3: .int32(1), 4: .uint8(3)]) { $1 })
    if pooled { sample.addOperator(.mean, [6, 8], 7, options: [0: .uint8(0)]) }
    for reader in [9, 12] as [Int32] {
      sample.addOperator(
        pooled ? .fullyConnected : .convolution, [pooled ? 7 : 6, reader, reader + 1], reader + 2,
        options: pooled ? [0: .uint8(0), 1: .uint8(0)] : steps)
    }
    if half {
      sample.storeHalf(1, Channels.expansion)
      sample.storeHalf(2, Channels.expansionBiases)
      sample.storeHalf(4, Channels.window)
      sample.storeHalf(5, Channels.windowBiases)
      sample.storeHalf(9, Channels.first)
      sample.storeHalf(10, [10, 20, 30])
    }
    return sample
  }
}
