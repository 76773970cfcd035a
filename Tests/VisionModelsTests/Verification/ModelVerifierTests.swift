import TestSupport
import Testing
import VisionCore

@testable import VisionModels

/// A small model with one fact changed at a time: each is refused by the rule for it, in words that name what is wrong.
@Suite("Verification of models")
struct ModelVerifierTests {
  private typealias Change = (inout GraphSample) -> Void

  /// Why a changed residual model is refused; nil when it is not.
  private func refusal(_ change: Change, verifier: ModelVerifier = ModelVerifier()) -> TasksError? {
    var sample = GraphSample.residual()
    change(&sample)
    return refusal(sample.data, verifier: verifier)
  }

  private func refusal(_ data: ModelData, verifier: ModelVerifier = ModelVerifier()) -> TasksError? {
    do throws(TasksError) {
      try verifier.verify(data)
      return nil
    } catch {
      return error
    }
  }

  /// Options of operator `index` with one more field.
  private static func option(_ index: Int, _ slot: Int, _ value: FlatBufferValue) -> Change {
    { sample in
      guard case .table(var options) = sample.operators[index][4] else { return }
      options[slot] = value
      sample.operators[index][4] = .table(options)
    }
  }

  @Test("Whole models pass: floats, 16-bit weights, bytes of both kinds, sparse weights")
  func whole() {
    #expect(refusal { _ in } == nil)
    for half in [false, true] { #expect(refusal(GraphSample.channels(half: half).data) == nil) }
    #expect(refusal(GraphSample.channels(half: true, pooled: true).data) == nil)
    for isSigned in [false, true] { #expect(refusal(ByteModel(isSigned: isSigned).graph.data) == nil) }
  }

  @Test("Every rule is of an operator of the schema")
  func names() {
    let known = Set((Int32(0)...).prefix(256).map(BuiltinOperator.name))
    #expect(known.isSuperset(of: OperatorRule.builtin.keys))
  }

  @Test("Strides, dilations and windows of 0, below 0 and beyond the limit are refused with their numbers")
  func windows() {
    for stride in [0, -1, 1025, Int32.max, .min] {
      let error = refusal(Self.option(1, 2, .int32(stride)))
      #expect(error?.code == .invalidArgumentError)
      #expect(
        error?.message.contains("operator 1 (CONV_2D) has the stride \(stride) x 1; allowed are 1 to 1024") == true)
    }
    #expect(refusal(Self.option(0, 5, .int32(0)))?.message.contains("the dilation 1 x 0") == true)
    #expect(refusal(Self.option(1, 0, .uint8(7)))?.message.contains("the padding 7") == true)
    #expect(refusal(Self.option(1, 3, .uint8(9)))?.message.contains("fused activation 9") == true)
    #expect(refusal(Self.option(0, 3, .int32(2)))?.message.contains("depth multiplier 2") == true)
  }

  @Test("A shape that does not follow from inputs and options is refused with the one that does")
  func shapes() {
    let error = refusal { $0.tensors[6][0] = .ints([1, 4, 5, 8]) }
    #expect(error?.message.contains("output shape [1, 4, 5, 8], and [1, 4, 4, 8] follows") == true)
    #expect(refusal { $0.tensors[0][0] = .ints([1, 4, 4, 0]) }?.message.contains("tensor 0 has the shape") == true)
    #expect(refusal { $0.tensors[0][0] = .ints([1, -4, 4, 8]) }?.message.contains("tensor 0 has the shape") == true)
    #expect(
      refusal { $0.tensors[8][0] = .ints([1, 1, 1, 1, 1, 1, 1, 1, 8]) }?.message.contains("8 dimensions") == true)
    #expect(refusal { $0.tensors[0][7] = .ints([1, 4, 5, 8]) }?.message.contains("signature") == true)
    #expect(refusal { $0.tensors[0][7] = .ints([-1, 4, 4, 8]) } == nil)
  }

  @Test("LESS before a convolution, whose result is one byte an element, is refused by name; so are unknown types")
  func types() {
    var sample = GraphSample.residual()
    sample.operators[2] = [:]
    sample.operators.remove(at: 2)
    sample.addOperator(.less, [6, 0], 7)
    sample.operators.insert(sample.operators.removeLast(), at: 2)
    let error = refusal(sample.data)
    #expect(error?.code == .unimplementedError)
    #expect(error?.message.contains("operator 2 (LESS)") == true)
    #expect(error?.message.contains("allowUnverifiedOperators") == true)
    // Let through, its result is a float tensor all the same, as the file says.
    #expect(refusal(sample.data, verifier: ModelVerifier(allowsUnverified: true)) == nil)
    #expect(refusal { $0.tensors[7][1] = .uint8(6) }?.message.contains("has a tensor of bool") == true)
    #expect(refusal { $0.tensors[7][1] = .uint8(5) }?.message.contains("elements of type string") == true)
    #expect(refusal { $0.tensors[7][1] = .uint8(77) }?.message.contains("number 77") == true)
  }

  @Test("Tensors with two producers, read too early, out of range or computed by nobody are refused")
  func order() {
    #expect(refusal { $0.operators[3][2] = .ints([6]) }?.message.contains("computes tensor 6, which is given") == true)
    #expect(refusal { $0.operators[0][2] = .ints([1]) }?.message.contains("computes tensor 1, which is given") == true)
    #expect(
      refusal { $0.operators[0][1] = .ints([9, 1, 2]) }?.message.contains("before any operator computes") == true)
    #expect(refusal { $0.operators[0][1] = .ints([10, 1, 2]) }?.message.contains("reads tensor 10 of 10") == true)
    #expect(refusal { $0.operators[0][1] = .ints([-2, 1, 2]) }?.message.contains("reads tensor -2") == true)
    #expect(refusal { $0.operators[0][1] = .ints([-1, 1, 2]) }?.message.contains("leaves out input 0") == true)
    #expect(refusal { $0.operators[0][1] = .ints([0, 1]) }?.message.contains("has 2 inputs") == true)
    #expect(refusal { $0.operators[0][0] = .uint32(99) }?.message.contains("names code 99") == true)
    #expect(refusal { $0.outputs = [8] }?.message.contains("its output, tensor 8") == true)
    #expect(refusal { $0.outputs = [9, 9] }?.message.contains("none twice") == true)
    #expect(refusal { $0.inputs = [0, 1] }?.message.contains("its input 1") == true)
    #expect(refusal { $0.inputs = [77] }?.message.contains("tensor 77 of 10") == true)
    #expect(refusal { $0.subgraphCount = 2 }?.code == .unimplementedError)
  }

  @Test("Options of another operator's kind, or none, are refused: the runtime would take zeros")
  func options() {
    #expect(refusal { $0.operators[1][3] = .uint8(2) }?.message.contains("options of kind 2; 1 is needed") == true)
    #expect(refusal { $0.operators[1][4] = nil }?.message.contains("options of kind 1") == true)
  }

  @Test("Buffers of another size than the shape says, and those that are not there")
  func buffers() {
    #expect(refusal { $0.buffers[1].removeLast() }?.message.contains("287 bytes; 288 are needed") == true)
    #expect(refusal { $0.buffers[1].append(0) }?.message.contains("289 bytes") == true)
    #expect(refusal { $0.tensors[1][2] = .uint32(40) }?.message.contains("names buffer 40") == true)
    #expect(refusal { $0.tensors[1][5] = .uint8(1) }?.message.contains("is a variable") == true)
  }

  @Test("Scales that are not positive numbers and zero points that no byte is")
  func quantization() {
    func refused(_ scale: Float, _ zeroPoint: Int64, count: Int = 1) -> String {
      var graph = ByteModel(isSigned: false).graph
      graph.tensors[0][4] = .table([
        2: .floats(Array(repeating: scale, count: count)), 3: .longs(Array(repeating: zeroPoint, count: count)),
      ])
      return refusal(graph.data)?.message ?? ""
    }
    for scale in [0, -1, Float.nan, .infinity, 1e-30, 1e30] { #expect(refused(scale, 0).contains("has the scale")) }
    for zeroPoint in [Int64.min, -1, 256, .max] {
      #expect(refused(0.25, zeroPoint).contains("the zero point \(zeroPoint)"))
    }
    #expect(refused(0.25, 3, count: 2).contains("2 scales along dimension 0 of the shape [1, 6, 6, 4]"))
    #expect(refused(0.25, 20).isEmpty)
    #expect(refused(1e9, 20).contains("scales of the ratio"))
  }

  @Test("What needs more memory or arithmetic than a model may take is refused before anything is allocated")
  func budget() {
    var huge = GraphSample()
    huge.addTensor([1, 16384, 16384, 1])
    huge.addTensor([1, 16384, 16384, 1])
    huge.addConstant([1, 1, 1], [0, 0, 0, 0])
    huge.outputs = [1]
    huge.addOperator(.prelu, [0, 2], 1, options: [:])
    let error = refusal(huge.data)
    #expect(error?.code == .resourceExhaustedError)
    #expect(error?.message.contains("1073741824 bytes") == true)
    #expect(
      refusal { $0.tensors[0][0] = .ints([1 << 24, 1 << 24, 1 << 24, 8]) }?.message.contains("elements are allowed")
        == true)

    // Many convolutions share one constant, and each packs it again, one channel filled up to 32.
    var packed = GraphSample()
    packed.addTensor([1, 1, 1, 65536])
    packed.addConstant([1, 1, 1, 65536], [UInt8](repeating: 0, count: 4 * 65536))
    packed.addConstant([1], [0, 0, 0, 0])
    for index in 0..<200 {
      packed.addTensor([1, 1, 1, 1])
      packed.addOperator(.convolution, [0, 1, 2], Int32(3 + index), options: [1: .int32(1), 2: .int32(1)])
    }
    packed.outputs = [3]
    #expect(packed.data.count < 1 << 20)
    #expect(refusal(packed.data)?.message.contains("with operator") == true)
  }
}
