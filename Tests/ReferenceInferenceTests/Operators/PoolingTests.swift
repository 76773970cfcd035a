import Testing

@Suite("Pooling of the reference, computed by hand")
struct PoolingTests {
  private static let options: [Int: [Double]] = [1: [2], 2: [2], 3: [2], 4: [2]]

  @Test("Only pixels inside the input count")
  func borders() throws {
    let data = try ReferenceTensor.floats([1, 3, 3, 1], (1...9).map { -Double($0) })
    let most = try OperatorSample(name: "MAX_POOL_2D", options: Self.options).run(data)
    #expect((most.shape, most.numbers) == ([1, 2, 2, 1], [-1, -3, -7, -9]))
    let mean = try OperatorSample(name: "AVERAGE_POOL_2D", options: Self.options).run(data)
    #expect(mean.numbers == [-3, -4.5, -7.5, -9])
    let whole = Self.options.merging([0: [1]]) { $1 }
    #expect(try OperatorSample(name: "MAX_POOL_2D", options: whole).run(data).numbers == [-1])
  }

  @Test("Quantized means round halves away from zero, and the fused activation bounds them")
  func bytes() throws {
    let data = try ReferenceTensor.bytes([1, 2, 2, 2], [1, -1, 2, -2, 2, -2, 1, -1], step: 1, zero: 1)
    var sample = OperatorSample(name: "AVERAGE_POOL_2D", options: Self.options, type: .int8, quantization: .one(1, 1))
    #expect(try sample.run(data).numbers == [2, -2])
    sample.options[5] = [1]
    #expect(try sample.run(data).numbers == [2, 1])
  }
}
