import TestSupport

@testable import VisionModels

/// The end of a detector whose scores come from two grids:
///
///     0 ── Grid ── 1 ── RESHAPE ── 3 ┐
///     0 ── Grid ── 2 ── RESHAPE ── 4 ┴ CONCATENATION ── 5 ── LOGISTIC ── 6 ── DEQUANTIZE ── 7 (output)
///
/// In floating point there is no DEQUANTIZE, and 6 is the output.
struct GridModel {
  var isQuantized = true
  var axis: Int32 = 1
  var activation: UInt8 = 0
  /// The scale of the second grid; that of everything before LOGISTIC is 0.5.
  var secondScale: Float = 0.5
  /// What the joined tensor's operator is said to read besides: 5 makes it its own input.
  var joined: [Int32] = [3, 4]
  var hasSignature = true

  var data: ModelData { ModelData(FlatBufferWriter.write(root, identifier: "TFL3")) }
  var model: ParsedModel { get throws { try ParsedModel(data) } }

  private static let codes: [(number: Int32, custom: String?)] = [
    (32, "Grid"), (22, nil), (2, nil), (14, nil), (6, nil),
  ]

  private var root: [Int: FlatBufferValue] {
    var root: [Int: FlatBufferValue] = [
      0: .uint32(3),
      1: .tables(
        Self.codes.map { code in
          var table: [Int: FlatBufferValue] = [0: .uint8(UInt8(code.number)), 3: .int32(code.number)]
          if let custom = code.custom { table[1] = .text(custom) }
          return table
        }),
      2: .tables([subgraph]), 4: .tables([[:]]),
    ]
    if hasSignature {
      root[7] = .tables([
        [
          0: .tables([[0: .text("image"), 1: .uint32(0)]]),
          1: .tables([[0: .text("scores"), 1: .uint32(isQuantized ? 7 : 6)]]),
        ]
      ])
    }
    return root
  }

  private var subgraph: [Int: FlatBufferValue] {
    let shapes: [[Int32]] = [
      [1, 4], [1, 2, 2, 6], [1, 1, 1, 6], [1, 8, 3], [1, 2, 3], [1, 10, 3], [1, 10, 3], [1, 10, 3],
    ]
    let names = ["image", "fine", "coarse", "fineRows", "coarseRows", "logits", "rounded", "scores"]
    let tensors = shapes.indices.prefix(isQuantized ? 8 : 7).map { index -> [Int: FlatBufferValue] in
      let isFloat = !isQuantized || index == 7
      var tensor: [Int: FlatBufferValue] = [
        0: .ints(shapes[index]), 1: .uint8(isFloat ? 0 : 9), 3: .text(names[index]),
      ]
      if !isFloat {
        let scale: Float = index == 6 ? 1 / 256 : index == 2 || index == 4 ? secondScale : 0.5
        tensor[4] = .table([2: .floats([scale]), 3: .longs([index == 6 ? -128 : 10])])
      }
      return tensor
    }
    var operators: [[Int: FlatBufferValue]] = [
      [0: .uint32(0), 1: .ints([0]), 2: .ints([1])],
      [0: .uint32(0), 1: .ints([0]), 2: .ints([2])],
      [0: .uint32(1), 1: .ints([1]), 2: .ints([3])],
      [0: .uint32(1), 1: .ints([2]), 2: .ints([4])],
      [
        0: .uint32(2), 1: .ints(joined), 2: .ints([5]), 3: .uint8(10),
        4: .table([0: .int32(axis), 1: .uint8(activation)]),
      ],
      [0: .uint32(3), 1: .ints([5]), 2: .ints([6])],
    ]
    if isQuantized { operators.append([0: .uint32(4), 1: .ints([6]), 2: .ints([7])]) }
    return [
      0: .tables(Array(tensors)), 1: .ints([0]), 2: .ints([isQuantized ? 7 : 6]), 3: .tables(operators),
    ]
  }
}
