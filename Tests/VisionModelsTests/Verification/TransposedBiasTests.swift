import TestSupport
import Testing
import VisionCore

@testable import VisionModels

/// A model of one operator: 1 x 3 x 4 x 2 numbers to 1 x 6 x 8 x 5 by windows of 2 x 2.
@Suite("Verification of MediaPipe's transposed convolution")
struct TransposedBiasTests {
  private static func sample(
    settings: [Int32] = [1, 2, 2], output: [Int32] = [1, 6, 8, 5], window: [Int32] = [2, 2], channels: Int32 = 2,
    biases: Int32 = 5
  ) -> GraphSample {
    var sample = GraphSample()
    sample.codeNames = [.less: "Convolution2DTransposeBias"]
    sample.addTensor([1, 3, 4, 2])
    let weights = [5, window[0], window[1], channels]
    sample.addConstant(weights, [UInt8](repeating: 0, count: 4 * Int(weights.reduce(1, *))))
    sample.addConstant([biases], [UInt8](repeating: 0, count: 4 * Int(biases)))
    sample.addTensor(output)
    sample.outputs = [3]
    sample.addOperator(.less, [0, 1, 2], 3)
    sample.operators[0][5] = .bytes(settings.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } })
    return sample
  }

  private func refusal(_ sample: GraphSample) -> String? {
    do throws(TasksError) {
      try ModelVerifier().verify(sample.data)
      return nil
    } catch {
      return error.message
    }
  }

  @Test("It passes with the shape that follows from padding, strides and windows; columns' stride comes first")
  func sound() {
    #expect(refusal(Self.sample()) == nil)
    #expect(refusal(Self.sample(settings: [1, 3, 2], output: [1, 6, 12, 5])) == nil)
    #expect(refusal(Self.sample(settings: [2, 2, 2], output: [1, 7, 9, 5], window: [3, 3])) == nil)
    #expect(refusal(Self.sample(settings: [2, 1, 3], output: [1, 8, 6, 5], window: [2, 3])) == nil)
  }

  @Test("Every other shape is refused with the one that follows")
  func shapes() {
    #expect(refusal(Self.sample(output: [1, 7, 8, 5]))?.contains("[1, 6, 8, 5] follows") == true)
    #expect(refusal(Self.sample(settings: [2, 2, 2], window: [3, 3]))?.contains("[1, 7, 9, 5] follows") == true)
    #expect(refusal(Self.sample(settings: [1, 3, 2]))?.contains("[1, 6, 12, 5] follows") == true)
    #expect(refusal(Self.sample(channels: 3))?.contains("do not go together") == true)
    #expect(refusal(Self.sample(biases: 4))?.contains("5 constant numbers are needed") == true)
  }

  @Test("Settings of another length, padding or stride are refused: the runtime takes them as they are")
  func settings() {
    for settings: [Int32] in [[], [1, 2], [1, 2, 2, 0]] {
      #expect(refusal(Self.sample(settings: settings))?.contains("12 are needed") == true)
    }
    for padding: Int32 in [0, 3, -1, .max] {
      #expect(refusal(Self.sample(settings: [padding, 2, 2]))?.contains("has the padding \(padding)") == true)
    }
    for stride: Int32 in [0, -2, 1025, .max, .min] {
      #expect(refusal(Self.sample(settings: [1, stride, 2]))?.contains("has the stride 2 x \(stride)") == true)
      #expect(refusal(Self.sample(settings: [1, 2, stride]))?.contains("has the stride \(stride) x 2") == true)
    }
  }

  @Test("Inputs that are left out, computed weights, and elements other than float32 are refused")
  func inputs() {
    var short = Self.sample()
    short.operators[0][1] = .ints([0, 1])
    #expect(refusal(short)?.contains("has 2 inputs") == true)
    var open = Self.sample()
    open.operators[0][1] = .ints([0, 1, -1])
    #expect(refusal(open)?.contains("leaves out input 2") == true)
    var computed = Self.sample()
    computed.addTensor([5, 2, 2, 2])
    computed.inputs = [0, 4]
    computed.operators[0][1] = .ints([0, 4, 2])
    #expect(refusal(computed)?.contains("weights that are computed") == true)
    var whole = Self.sample()
    whole.tensors[0][1] = .uint8(TensorElementType.int32.rawValue)
    #expect(refusal(whole)?.contains("has a tensor of int32") == true)
  }
}
