import TestSupport

@testable import VisionModels

/// A model of one depthwise convolution.
///
///     input 0 [── PAD ── 5] ── DEPTHWISE_CONV_2D ── 3 (output 0)
///     weights 1, biases 2 [── DEQUANTIZE, from 16-bit floats]
struct DepthwiseModel {
  enum Padding {
    case same
    case operatorBefore(top: Int32, bottom: Int32, left: Int32, right: Int32)
  }

  var channels: Int32 = 8
  var window: Int32 = 3
  var stride: Int32 = 2
  var activation: UInt8 = 3
  var dilation: Int32 = 1
  var batch: Int32 = 1
  var output: Int32 = 3
  var padding = Padding.same
  var storesHalf = false
  /// Whether weights and biases are in the file.
  var isConstant = true
  /// Whether the padded input is a second output.
  var givesPadded = false

  var weights: [Float] { (0..<Int(channels * window * window)).map { Float($0 % 17) / 8 - 1 } }
  var biases: [Float] { (0..<Int(channels)).map { Float($0) / 4 } }

  var data: ModelData { ModelData(FlatBufferWriter.write(root, identifier: "TFL3")) }

  private var root: [Int: FlatBufferValue] {
    let paddings: [Int32]
    if case .operatorBefore(let top, let bottom, let left, let right) = padding {
      paddings = [0, 0, top, bottom, left, right, 0, 0]
    } else {
      paddings = []
    }
    return [
      0: .uint32(3),
      1: .tables([
        [0: .uint8(4), 2: .int32(3), 3: .int32(4)], [0: .uint8(6), 3: .int32(6)], [0: .uint8(34), 3: .int32(34)],
      ]),
      2: .tables([subgraph]),
      4: .tables([
        [:], isConstant ? [0: .bytes(weights.bytes(half: storesHalf))] : [:],
        isConstant ? [0: .bytes(biases.bytes(half: storesHalf))] : [:],
        [0: .bytes(paddings.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } })],
      ]),
    ]
  }

  private var subgraph: [Int: FlatBufferValue] {
    var isPadded = false
    var margins: Int32 = 0
    if case .operatorBefore(let top, let bottom, _, _) = padding { (isPadded, margins) = (true, top + bottom) }
    func tensor(_ shape: [Int32], _ name: String, type: UInt8 = 0, buffer: UInt32 = 0) -> [Int: FlatBufferValue] {
      [0: .ints(shape), 1: .uint8(type), 2: .uint32(buffer), 3: .text(name)]
    }
    let stored: (type: UInt8, weights: UInt32, biases: UInt32) = storesHalf ? (0, 0, 0) : (0, 1, 2)
    var tensors = [
      tensor([batch, 6, 6, channels], "input"),
      tensor([1, window, window, channels], "weights", type: stored.type, buffer: stored.weights),
      tensor([channels], "biases", type: stored.type, buffer: stored.biases),
      tensor([batch, output, output, channels], "output"),
      tensor([4, 2], "paddings", type: 2, buffer: 3),
      tensor([batch, 6 + margins, 6 + margins, channels], "padded"),
    ]
    var operators: [[Int: FlatBufferValue]] = []
    if storesHalf {
      tensors.append(tensor([1, window, window, channels], "half weights", type: 1, buffer: 1))
      tensors.append(tensor([channels], "half biases", type: 1, buffer: 2))
      operators.append([0: .uint32(1), 1: .ints([6]), 2: .ints([1])])
      operators.append([0: .uint32(1), 1: .ints([7]), 2: .ints([2])])
    }
    if isPadded { operators.append([0: .uint32(2), 1: .ints([0, 4]), 2: .ints([5])]) }
    operators.append([
      0: .uint32(0), 1: .ints([isPadded ? 5 : 0, 1, 2]), 2: .ints([3]), 3: .uint8(2),
      4: .table([
        0: .uint8(isPadded ? 1 : 0), 1: .int32(stride), 2: .int32(stride), 3: .int32(1), 4: .uint8(activation),
        5: .int32(dilation), 6: .int32(dilation),
      ]),
    ])
    return [
      0: .tables(tensors), 1: .ints([0]), 2: .ints(givesPadded ? [3, 5] : [3]), 3: .tables(operators),
    ]
  }
}
