import TestSupport

@testable import LiteRTEngine
@testable import VisionModels

/// A model of one convolution by a window of one pixel whose weights are stored without their zeros.
///
///     input 0 ── CONV_2D ── 3 (output 0)
///     stored weights 4 ── DENSIFY ── 5 [── DEQUANTIZE ── 1], biases 2
///
/// The 8 x 8 weights have one element in row 0, none in row 1, two in row 2 and none in the others.
struct SparseConvolutionModel {
  var outputs: Int32 = 8
  var extent: Int32 = 4
  var stride: Int32 = 1
  var activation: UInt8 = 3
  var type: UInt8 = 0
  var storesHalf = false
  var starts: [UInt8] = [0, 1, 1, 3, 3, 3, 3, 3, 3]
  var columns: [Int32] = [5, 0, 7]
  var stored: [Float] = [0.5, -2, 1.5]
  var biasCount = 8

  var biases: [Float] { (0..<biasCount).map { Float($0) / 4 } }

  var data: ModelData { ModelData(FlatBufferWriter.write(root, identifier: "TFL3")) }

  private var root: [Int: FlatBufferValue] {
    func code(_ number: UInt8) -> [Int: FlatBufferValue] { [0: .uint8(number), 3: .int32(Int32(number))] }
    return [
      0: .uint32(3), 1: .tables([code(3), code(124), code(6)]), 2: .tables([subgraph]),
      4: .tables([
        [:], [0: .bytes(stored.flatMap { bytes($0, isHalf: storesHalf) })],
        [0: .bytes(biases.flatMap { bytes($0, isHalf: false) })], [:],
      ]),
    ]
  }

  private func bytes(_ number: Float, isHalf: Bool) -> [UInt8] {
    let bits = number.bitPattern
    // Every weight here has a short fraction and is not far from 1, so that the upper bits are all there is.
    let half = (bits >> 16 & 0x8000) | ((bits >> 23 & 0xFF) &- 112) << 10 | (bits >> 13 & 0x3FF)
    return (0..<(isHalf ? 2 : 4)).map { UInt8(truncatingIfNeeded: (isHalf ? half : bits) >> (8 * $0)) }
  }

  private var subgraph: [Int: FlatBufferValue] {
    func tensor(_ shape: [Int32], type: UInt8 = 0, buffer: UInt32 = 0) -> [Int: FlatBufferValue] {
      [0: .ints(shape), 1: .uint8(type), 2: .uint32(buffer)]
    }
    let weights: [Int32] = [outputs, 1, 1, 8], storedType: UInt8 = storesHalf ? 1 : type
    var sparse = tensor(weights, type: storedType, buffer: 1)
    sparse[6] = .table([0: .ints([0, 1, 2, 3]), 2: .tables(dimensions)])
    var operators: [[Int: FlatBufferValue]] = [[0: .uint32(1), 1: .ints([4]), 2: .ints([storesHalf ? 5 : 1])]]
    if storesHalf { operators.append([0: .uint32(2), 1: .ints([5]), 2: .ints([1])]) }
    operators.append([
      0: .uint32(0), 1: .ints([0, 1, 2]), 2: .ints([3]), 3: .uint8(1),
      4: .table([1: .int32(stride), 2: .int32(stride), 3: .uint8(activation)]),
    ])
    return [
      0: .tables([
        tensor([1, extent, extent, 8]), tensor(weights, buffer: storesHalf ? 0 : 3),
        tensor([Int32(biasCount)], buffer: 2),
        tensor([1, extent, extent, outputs]), sparse, tensor(weights, type: storedType, buffer: storesHalf ? 3 : 0),
      ]),
      1: .ints([0]), 2: .ints([3]), 3: .tables(operators),
    ]
  }

  private var dimensions: [[Int: FlatBufferValue]] {
    [
      [0: .uint8(0), 1: .int32(outputs)], [0: .uint8(0), 1: .int32(1)], [0: .uint8(0), 1: .int32(1)],
      [0: .uint8(1), 2: .uint8(3), 3: .table([0: .bytes(starts)]), 4: .uint8(1), 5: .table([0: .ints(columns)])],
    ]
  }
}
