import Testing
import VisionModels

@Suite("Conversions of the reference, computed by hand")
struct ConversionTests {
  @Test("Dequantization gives float32 values; float16 values are exact")
  func dequantize() throws {
    let bytes = try ReferenceTensor.bytes([3], [-128, -1, 127], step: 0.1, zero: -1)
    #expect(
      try OperatorSample(name: "DEQUANTIZE").run(bytes).floats == [-127 * Float(0.1), 0, 128 * Float(0.1)])
    let halves = try ReferenceTensor(shape: [2], elementType: .float16, numbers: [0.0999755859375, -65504])
    #expect(try OperatorSample(name: "DEQUANTIZE").run(halves).numbers == halves.numbers)
    #expect(try OperatorSample(name: "DENSIFY", type: .float16).run(halves).numbers == halves.numbers)
  }

  @Test("Requantization with equal scales adds the difference of the zero points")
  func unsignedToSigned() throws {
    let bytes = try ReferenceTensor.bytes([3], [0, 131, 255], step: 0.0126, zero: 131, type: .uint8)
    let sample = OperatorSample(name: "QUANTIZE", type: .int8, quantization: .one(0.0126, 3))
    #expect(try sample.run(bytes).numbers == [-128, 3, 127])
  }

  @Test("Requantization with other scales multiplies by a 31-bit factor and rounds halves up")
  func rescale() throws {
    let bytes = try ReferenceTensor.bytes([5], [-3, -1, 1, 3, 100], step: 0.5, zero: 0)
    let sample = OperatorSample(name: "QUANTIZE", type: .int8, quantization: .one(1, 0))
    #expect(try sample.run(bytes).numbers == [-1, 0, 1, 2, 50])
  }

  @Test("Factors in fixed point")
  func fixedPoint() {
    let third = FixedPointFactor(1.0 / 3)
    #expect((third.multiplier, third.exponent) == (1_431_655_765, -1))
    // Rounded twice: 2/3 is 1, and half of that, away from zero, 1 again.
    #expect([-300, -1, 0, 1, 2, 300].map { third($0) } == [-100, -1, 0, 1, 1, 100])
    let one = FixedPointFactor(1)
    #expect((one.multiplier, one.exponent) == (1 << 30, 1))
    #expect([-7, 0, 1 << 20].map { one($0) } == [-7, 0, 1 << 20])
    // A fraction that rounds up to 1 becomes a half and the next power.
    let almost = FixedPointFactor(1 - 0x1p-40)
    #expect((almost.multiplier, almost.exponent) == (1 << 30, 1))
  }

  @Test("Scales, and quantized bounds of an activation")
  func scales() throws {
    let scale = try #require(StoredScale(.one(0.5, -10), .int8))
    #expect(scale.real(-10) == 0)
    #expect(scale.real(5) == 7.5)
    #expect([0.25, 0.75, 1000, -1000].map { scale.stored($0) } == [-10, -8, 127, -128])
    #expect(scale.stored(0...6) == -10...2)
    #expect(scale.stored(-.infinity ... .infinity) == -128...127)
    #expect(StoredScale(nil, .int8) == nil)
    #expect(StoredScale(.one(1, 0), .float32) == nil)
  }
}
