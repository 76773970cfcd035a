import Testing
import VisionCore

@testable import VisionModels

@Suite("Convolutions of the reference, computed by hand")
struct ConvolutionTests {
  // 1 2 3
  // 4 5 6
  // 7 8 9
  private static let square = (1...9).map { Double($0) }

  @Test("Same padding adds zeros around, valid padding takes whole windows only")
  func padding() throws {
    let data = try ReferenceTensor.floats([1, 3, 3, 1], Self.square)
    let weights = try ReferenceTensor.floats([1, 2, 2, 1], [1, 10, 100, 1000])
    let bias = try ReferenceTensor.floats([1], [0.5])
    let valid = try OperatorSample(name: "CONV_2D", options: [0: [1], 1: [1], 2: [1]]).run(data, weights, bias)
    #expect(valid.shape == [1, 2, 2, 1])
    #expect(valid.numbers == [5421.5, 6532.5, 8754.5, 9865.5])
    // An even window's missing row and column are the last ones.
    let same = try OperatorSample(name: "CONV_2D", options: [1: [2], 2: [2]]).run(data, weights, bias)
    #expect(same.shape == [1, 2, 2, 1])
    #expect(same.numbers == [5421.5, 603.5, 87.5, 9.5])
  }

  @Test("Dilated windows skip pixels; the fused activation bounds results")
  func dilation() throws {
    let data = try ReferenceTensor.floats([1, 3, 3, 1], Self.square)
    let weights = try ReferenceTensor.floats([1, 2, 2, 1], [1, -1, 1, -0.5])
    let options: [Int: [Double]] = [0: [1], 1: [1], 2: [1], 4: [2], 5: [2]]
    // 1 - 3 + 7 - 4.5
    #expect(try OperatorSample(name: "CONV_2D", options: options).run(data, weights, nil).numbers == [0.5])
    let negative = try ReferenceTensor.floats([1, 2, 2, 1], [-1, 1, -1, 0.5])
    let bounded = OperatorSample(name: "CONV_2D", options: options.merging([3: [3]]) { $1 })
    #expect(try bounded.run(data, negative, nil).numbers == [0])
    #expect(try bounded.run(data, weights, ReferenceTensor.floats([1], [9])).numbers == [6])
  }

  @Test("Weights with fewer channels than the data convolve it in groups")
  func groups() throws {
    let data = try ReferenceTensor.floats([1, 1, 1, 4], [1, 2, 3, 4])
    let weights = try ReferenceTensor.floats([2, 1, 1, 2], [1, 10, 100, 1000])
    let sample = OperatorSample(name: "CONV_2D", options: [1: [1], 2: [1]])
    #expect(try sample.run(data, weights, nil).numbers == [21, 4300])
  }

  @Test("Depthwise windows read one channel and may give several output channels")
  func depthwise() throws {
    let data = try ReferenceTensor.floats([1, 1, 2, 2], [1, 2, 3, 4])
    let sample = OperatorSample(name: "DEPTHWISE_CONV_2D", options: [0: [1], 1: [1], 2: [1]])
    let single = try ReferenceTensor.floats([1, 1, 2, 2], [1, 10, 100, 1000])
    #expect(try sample.run(data, single, nil).numbers == [301, 4020])
    let double = try ReferenceTensor.floats([1, 1, 2, 4], [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(try sample.run(data, double, nil).numbers == [16, 20, 34, 40])
  }

  @Test("Fully connected layers read rows of the weights' length")
  func fullyConnected() throws {
    let data = try ReferenceTensor.floats([1, 2, 2], [1, 2, 3, 4])
    let weights = try ReferenceTensor.floats([3, 2], [1, 0, 0, 1, 1, 1])
    let bias = try ReferenceTensor.floats([3], [0, 0, 0.5])
    let flat = try OperatorSample(name: "FULLY_CONNECTED").run(data, weights, bias)
    #expect((flat.shape, flat.numbers) == ([2, 3], [1, 2, 3.5, 3, 4, 7.5]))
    #expect(try OperatorSample(name: "FULLY_CONNECTED", options: [2: [1]]).run(data, weights, bias).shape == [1, 2, 3])
  }

  @Test("Transposed convolutions spread each value over a window; same padding crops the result")
  func transposed() throws {
    let data = try ReferenceTensor.floats([1, 1, 2, 1], [1, 2])
    let bias = try ReferenceTensor.floats([1], [0.5])
    let weights = try ReferenceTensor.floats([1, 1, 3, 1], [1, 10, 100])
    let valid = OperatorSample(name: "Convolution2DTransposeBias", customOptions: .words([2, 2, 1]))
    #expect(try valid.run(data, weights, bias).numbers == [1.5, 10.5, 102.5, 20.5, 200.5])
    let same = OperatorSample(name: "Convolution2DTransposeBias", customOptions: .words([1, 2, 1]))
    #expect(try same.run(data, weights, bias).numbers == [1.5, 10.5, 102.5, 20.5])
  }

  @Test("Quantized sums are scaled per channel in float32 and rounded half to even")
  func quantized() throws {
    // Real numbers 2, 3: (5 - 3) and (6 - 3) steps of 1.
    let data = try ReferenceTensor.bytes([1, 2], [5, 6], step: 1, zero: 3)
    let weights = try ReferenceTensor(
      shape: [3, 2], elementType: .int8,
      quantization: TensorQuantization(scales: [0.5, 1, 8], zeroPoints: [0, 0, 0], dimension: 0),
      numbers: [1, 1, 2, -1, 10, 10])
    let bias = try ReferenceTensor.integers([0, 2, 0])
    let sample = OperatorSample(name: "FULLY_CONNECTED", type: .int8, quantization: .one(2, -1))
    // 5 * 0.25 = 1.25, (1 + 2) * 0.5 = 1.5, 50 * 4 = 200; less one, within what a byte can hold.
    #expect(try sample.run(data, weights, bias).numbers == [0, 1, 127])
  }

  @Test("uint8 values are offset by their zero points, padding is real zero, and ReLU6 bounds the quantized result")
  func unsigned() throws {
    let data = try ReferenceTensor.bytes([1, 1, 2, 1], [130, 228], step: 0.5, zero: 128, type: .uint8)
    let weights = try ReferenceTensor.bytes([1, 1, 3, 1], [11, 12, 10], step: 1, zero: 10, type: .uint8)
    let sample = OperatorSample(
      name: "CONV_2D", options: [1: [1], 2: [1], 3: [3]], type: .uint8, quantization: .one(0.25, 7))
    // Sums in halves: 2 * 2 and 2 + 2 * 100; 6 is 24 quarters.
    #expect(try sample.run(data, weights, nil).numbers == [15, 31])
  }

  @Test("Weights of another type than the data are refused, naming the operator")
  func mixedTypes() throws {
    let data = try ReferenceTensor.floats([1, 1], [1])
    let weights = try ReferenceTensor.bytes([1, 1], [1], step: 1, zero: 0)
    let error = #expect(throws: TasksError.self) { try OperatorSample(name: "FULLY_CONNECTED").run(data, weights, nil) }
    #expect(error?.code == .unimplementedError)
    #expect(error?.message.contains("FULLY_CONNECTED") == true)
  }
}
