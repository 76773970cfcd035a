import TestSupport

@testable import VisionModels

/// A model of weights without their zeros and one reader.
///
///     sparse 1 ── DENSIFY ── dense 2 ─┬─ ADD ── 3 (output 0)
///     input 0 ────────────────────────┘
///
/// The weights are 2 x 1 x 3: 1.5, 0, 2.5, then 0, 0, -3.
struct SparseModel {
  var order: [Int32] = [0, 1, 2]
  var blockMap: [Int32] = []
  var columnCount: Int32 = 3
  /// Whether the dimensions but the last are stored whole.
  var isDenseButLast = true
  var starts: [UInt8] = [0, 2, 3]
  var columns: [Int32] = [0, 2, 2]
  var stored: [Float] = [1.5, 2.5, -3]
  /// The result's buffer; 0 is the one that all empty tensors share.
  var resultBuffer: UInt32 = 2
  var type: UInt8 = 0

  static let dense: [Float] = [1.5, 0, 2.5, 0, 0, -3]

  var data: ModelData { ModelData(FlatBufferWriter.write(root, identifier: "TFL3")) }

  private var root: [Int: FlatBufferValue] {
    [
      0: .uint32(3),
      1: .tables([[0: .uint8(124), 3: .int32(124)], [0: .uint8(0), 3: .int32(0)]]),
      2: .tables([subgraph]),
      4: .tables([[:], [0: .bytes(stored.bytes())], [:]]),
    ]
  }

  private var subgraph: [Int: FlatBufferValue] {
    func tensor(_ name: String, buffer: UInt32 = 0) -> [Int: FlatBufferValue] {
      [0: .ints([2, 1, columnCount]), 1: .uint8(type), 2: .uint32(buffer), 3: .text(name)]
    }
    var sparse = tensor("sparse", buffer: 1)
    sparse[6] = .table([0: .ints(order), 1: .ints(blockMap), 2: .tables(dimensions)])
    return [
      0: .tables([tensor("input"), sparse, tensor("dense", buffer: resultBuffer), tensor("output")]),
      1: .ints([0]), 2: .ints([3]),
      3: .tables([
        [0: .uint32(0), 1: .ints([1]), 2: .ints([2])], [0: .uint32(1), 1: .ints([0, 2]), 2: .ints([3])],
      ]),
    ]
  }

  private var dimensions: [[Int: FlatBufferValue]] {
    [
      [0: .uint8(isDenseButLast ? 0 : 1), 1: .int32(2)], [0: .uint8(0), 1: .int32(1)],
      [
        0: .uint8(1), 2: .uint8(3), 3: .table([0: .bytes(starts)]), 4: .uint8(1), 5: .table([0: .ints(columns)]),
      ],
    ]
  }
}
