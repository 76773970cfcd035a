@testable import VisionModels

extension GraphSample {
  /// Data that is enlarged before a convolution, whose weights are made ready between the two.
  ///
  ///     0 ── RESIZE_BILINEAR (1) ── 2 ── CONV_2D (3 ── DEQUANTIZE, 4) ── 5
  static func resize() -> GraphSample {
    var sample = GraphSample()
    sample.addTensor([1, 3, 3, 4])
    sample.addConstant([2], type: .int32, [6, 0, 0, 0, 6, 0, 0, 0])
    sample.addTensor([1, 6, 6, 4])
    sample.addConstant([8, 1, 1, 4], [Float](repeating: 1, count: 32).bytes())
    sample.addConstant([8], [Float](repeating: 1, count: 8).bytes())
    sample.addTensor([1, 6, 6, 8])
    sample.outputs = [5]
    sample.storeHalf(3, [Float](repeating: 1, count: 32))
    sample.addOperator(.resize, [0, 1], 2, options: [2: .uint8(0), 3: .uint8(1)])
    sample.operators.swapAt(0, 1)
    sample.addOperator(
      .convolution, [2, 3, 4], 5, options: [1: .int32(1), 2: .int32(1), 3: .uint8(0), 4: .int32(1), 5: .int32(1)])
    return sample
  }
}
