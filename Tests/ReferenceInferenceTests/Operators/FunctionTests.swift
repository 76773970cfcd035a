import Testing

@Suite("Functions of the reference, computed by hand")
struct FunctionTests {
  @Test(
    "Functions of each element",
    arguments: [
      ("RELU", [0.0, 0, 4], [-1.0, 0, 4]), ("NEG", [1, 0, -4], [-1, 0, 4]), ("SQRT", [0, 1, 2], [0, 1, 4]),
      ("RSQRT", [2, 1, 0.5], [0.25, 1, 4]), ("HARD_SWISH", [0, -0.375, 4], [-4, -1.5, 4]),
      // 1 / (1 + e) and 1 / (1 + 1/e) as float32.
      ("LOGISTIC", [0.268_941_432_237_625_1, 0.5, 0.731_058_597_564_697_3], [-1, 0, 1]),
    ])
  func functions(name: String, results: [Double], numbers: [Double]) throws {
    let found = try OperatorSample(name: name).run(ReferenceTensor.floats([3], numbers)).numbers
    #expect(found == results)
  }

  @Test("The quantized logistic function gives 256 steps from 0 to 1")
  func quantizedLogistic() throws {
    let data = try ReferenceTensor.bytes([4], [-128, 0, 1, 127], step: 1, zero: 0)
    let signed = OperatorSample(name: "LOGISTIC", type: .int8, quantization: .one(1 / 256, -128))
    // 0.7310586 * 256 = 187.15; the step after the last is cut off.
    #expect(try signed.run(data).numbers == [-128, 0, 59, 127])
  }

  @Test("SOFTMAX is over the last dimension, and large values do not overflow")
  func softmax() throws {
    let data = try ReferenceTensor.floats([2, 2], [1000, 1000, 3, 1])
    let found = try OperatorSample(name: "SOFTMAX", options: [0: [0.5]]).run(data).numbers
    // 1 / (1 + 1/e) and 1 / (1 + e) as float32.
    #expect(found == [0.5, 0.5, 0.731_058_597_564_697_3, 0.268_941_432_237_625_1])
  }

  @Test("Quantized SOFTMAX rounds to 256 steps")
  func quantizedSoftmax() throws {
    let data = try ReferenceTensor.bytes([1, 3], [5, 5, 4], step: 1, zero: 0)
    let sample = OperatorSample(name: "SOFTMAX", options: [0: [1]], type: .int8, quantization: .one(1 / 256, -128))
    // 256 / (2 + 1/e) = 108.11, and 39.77 for the last.
    #expect(try sample.run(data).numbers == [-20, -20, -88])
  }
}
