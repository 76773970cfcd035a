import VisionCore
import VisionModels

/// A model small enough to read at a glance: a shared operator, then a branch for each of two outputs.
///
///     input 0 ── LOGISTIC ── 1 ┬─ ADD ── 2 (output 0, "boxes")
///                              └─ Fancy ── 3 (output 1, "scores")
package struct SampleModel {
  package var metadata: [Int: FlatBufferValue]?
  package var files: [(name: String, bytes: [UInt8])]
  package var subgraphCount: Int
  package var variableTensor: Int?

  package init(
    metadata: [Int: FlatBufferValue]? = SampleModel.standardMetadata,
    files: [(name: String, bytes: [UInt8])] = [("labels.txt", Array("cat\r\ndog\n\nbird\n".utf8))],
    subgraphCount: Int = 1, variableTensor: Int? = nil
  ) {
    self.metadata = metadata
    (self.files, self.subgraphCount, self.variableTensor) = (files, subgraphCount, variableTensor)
  }

  package var data: ModelData { ModelData(bytes) }

  package var bytes: [UInt8] {
    let model = FlatBufferWriter.write(root, identifier: "TFL3")
    if files.isEmpty { return model }
    return ZipWriter(leading: model).write(files)
  }

  private var root: [Int: FlatBufferValue] {
    var buffers: [[Int: FlatBufferValue]] = [[:]]
    var entries: [[Int: FlatBufferValue]] = [[0: .text("min_runtime_version"), 1: .uint32(0)]]
    if let metadata {
      buffers.append([0: .bytes(FlatBufferWriter.write(metadata, identifier: "M001"))])
      entries.append([0: .text("TFLITE_METADATA"), 1: .uint32(1)])
    }
    return [
      0: .uint32(3),
      1: .tables([[0: .uint8(14)], [3: .int32(0)], [0: .uint8(32), 1: .text("Fancy"), 3: .int32(32)]]),
      2: .tables(Array(repeating: subgraph, count: subgraphCount)),
      4: .tables(buffers),
      6: .tables(entries),
      7: .tables([
        [
          0: .tables([[0: .text("image"), 1: .uint32(0)]]),
          1: .tables([[0: .text("output_0"), 1: .uint32(3)], [0: .text("output_1"), 1: .uint32(2)]]),
        ]
      ]),
    ]
  }

  private var subgraph: [Int: FlatBufferValue] {
    let names = ["input", "shared", "boxes", "scores"]
    let tensors = names.indices.map { index -> [Int: FlatBufferValue] in
      var tensor: [Int: FlatBufferValue] = [0: .ints([1, Int32(index) + 2]), 1: .uint8(3), 3: .text(names[index])]
      tensor[4] = .table([2: .floats([0.5]), 3: .longs([127])])
      if variableTensor == index { tensor[5] = .uint8(1) }
      return tensor
    }
    return [
      0: .tables(tensors), 1: .ints([0]), 2: .ints([2, 3]),
      3: .tables([
        [0: .uint32(0), 1: .ints([0]), 2: .ints([1])],
        [0: .uint32(1), 1: .ints([1, -1]), 2: .ints([2])],
        [0: .uint32(2), 1: .ints([1]), 2: .ints([3])],
      ]),
    ]
  }

  package static let standardMetadata = metadata()

  /// Metadata of the sample model, with what tests vary.
  package static func metadata(
    parserVersion: String = "1.5.0", mean: [Float] = [127.5], deviation: [Float] = [127.5],
    scoreUnits: [[Int: FlatBufferValue]] = [
      [0: .uint8(2), 1: .table([0: .uint8(2), 1: .float(0.05)])], [0: .uint8(3), 1: .table([0: .float(0.25)])],
    ]
  ) -> [Int: FlatBufferValue] {
    let labels: [Int: FlatBufferValue] = [0: .text("labels.txt"), 2: .uint8(2)]
    let german: [Int: FlatBufferValue] = [0: .text("labels_de.txt"), 2: .uint8(2), 3: .text("de")]
    let calibration: [Int: FlatBufferValue] = [0: .text("calibration.csv"), 2: .uint8(4)]
    let box: FlatBufferValue = .table([0: .ints([1, 0, 3, 2]), 1: .uint8(1), 2: .uint8(0)])
    return [
      0: .text("Sample"), 1: .text("Finds things"), 2: .text("2"), 7: .text(parserVersion),
      3: .tables([
        [
          2: .tables([
            [
              0: .text("image"),
              3: .table([0: .uint8(2), 1: .table([0: .uint8(1), 1: .table([0: .uint32(4), 1: .uint32(3)])])]),
              4: .tables([[0: .uint8(1), 1: .table([0: .floats(mean), 1: .floats(deviation)])]]),
            ]
          ]),
          3: .tables([
            [0: .text("location"), 3: .table([0: .uint8(3), 1: box])],
            [0: .text("score"), 4: .tables(scoreUnits), 6: .tables([german, labels, calibration])],
          ]),
          8: .tables([[0: .text("detections"), 1: .texts(["location", "score"])]]),
          9: .tables([[0: .text("DETECTOR_METADATA"), 1: .bytes([1, 2, 3])]]),
        ]
      ]),
    ]
  }
}

extension ModelData {
  /// A copy, for comparing.
  package var array: [UInt8] { withUnsafeBytes { Array($0) } }
}

/// The code of the error that `body` throws, nil when it throws none.
package func errorCode(_ body: () throws -> Void) -> TasksErrorCode? {
  do {
    try body()
    return nil
  } catch let error as TasksError {
    return error.code
  } catch {
    return .unknownError
  }
}
