import Foundation
import TestSupport
import VisionModels

/// A classifier of hands' embeddings that gives the same scores for every hand, and metadata as a test wants it.
struct ConstantClassifier {
  var scores: [Float]
  var labels: [String]
  /// The names by locale.
  var displayNames: [String: [String]] = [:]
  var threshold: Float?

  /// The published gesture bundle with this as its custom classifier.
  func bundle() throws -> [UInt8] {
    let published = try TaskBundle(ModelData(contentsOfFile: SharedFolder.path("models/gesture_recognizer.task")))
    let inner = "hand_gesture_recognizer.task"
    let gestures =
      try BundleWriter.members(of: TaskBundle(published.member(named: inner)))
      + [BundleWriter.Member(name: "custom_gesture_classifier.tflite", bytes: model)]
    return BundleWriter.bytes(
      try BundleWriter.members(of: published).filter { $0.name != inner }
        + [BundleWriter.Member(name: inner, bytes: BundleWriter.bytes(gestures))])
  }

  private static let embeddingSize = 128

  private var model: [UInt8] {
    let files =
      [BundleWriter.Member(name: "labels.txt", bytes: lines(labels))]
      + displayNames.sorted { $0.key < $1.key }.map {
        BundleWriter.Member(name: "labels_\($0.key).txt", bytes: lines($0.value))
      }
    return FlatBufferWriter.write(root, identifier: "TFL3") + BundleWriter.bytes(files)
  }

  private func lines(_ names: [String]) -> [UInt8] { names.flatMap { Array("\($0)\n".utf8) } }

  /// One FULLY_CONNECTED whose weights are zero and whose bias are the scores.
  private var root: [Int: FlatBufferValue] {
    let (count, size) = (Int32(scores.count), Int32(Self.embeddingSize))
    let bias = scores.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) } }
    func tensor(_ shape: [Int32], _ buffer: UInt32, _ name: String) -> [Int: FlatBufferValue] {
      [0: .ints(shape), 1: .uint8(0), 2: .uint32(buffer), 3: .text(name)]
    }
    return [
      0: .uint32(3),
      1: .tables([[0: .uint8(9), 2: .int32(1), 3: .int32(9)]]),
      2: .tables([
        [
          0: .tables([
            tensor([1, size], 0, "embedding"), tensor([count, size], 1, "weights"), tensor([count], 2, "bias"),
            tensor([1, count], 0, "scores"),
          ]),
          1: .ints([0]), 2: .ints([3]),
          3: .tables([[0: .uint32(0), 1: .ints([0, 1, 2]), 2: .ints([3]), 3: .uint8(8), 4: .table([:])]]),
        ]
      ]),
      4: .tables([
        [:], [0: .bytes([UInt8](repeating: 0, count: 4 * scores.count * Self.embeddingSize))], [0: .bytes(bias)],
        [0: .bytes(FlatBufferWriter.write(metadata, identifier: "M001"))],
      ]),
      6: .tables([[0: .text("TFLITE_METADATA"), 1: .uint32(3)]]),
    ]
  }

  private var metadata: [Int: FlatBufferValue] {
    let files: [[Int: FlatBufferValue]] =
      [[0: .text("labels.txt"), 2: .uint8(2)]]
      + displayNames.keys.sorted().map { [0: .text("labels_\($0).txt"), 2: .uint8(2), 3: .text($0)] }
    var output: [Int: FlatBufferValue] = [0: .text("score"), 6: .tables(files)]
    if let threshold { output[4] = .tables([[0: .uint8(3), 1: .table([0: .float(threshold)])]]) }
    return [0: .text("Constant"), 3: .tables([[2: .tables([[0: .text("embedding")]]), 3: .tables([output])]])]
  }
}
