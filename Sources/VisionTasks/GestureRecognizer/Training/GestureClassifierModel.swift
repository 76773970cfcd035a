import VisionInference
import VisionModels

/// Writes a trained classifier as a TensorFlow Lite model with its labels, and a gesture bundle with it.
///
///     embedding [1, n] ── FULLY_CONNECTED, RELU ── [1, hidden] ── FULLY_CONNECTED ── [1, classes] ── SOFTMAX ── scores
///
/// Metadata as MediaPipe's Model Maker writes it: the labels are a file in an archive at the model's end.
struct GestureClassifierModel {
  private static let labelFile = "labels.txt"

  let network: GestureNetwork
  /// What an embedding's dimensions are multiplied by before the network.
  let scale: [Float]
  let labels: [String]

  var bytes: [UInt8] {
    let lines = labels.joined(separator: "\n") + "\n"
    return FlatBufferWriter.write(model, identifier: TFLiteSchema.identifier)
      + StoredZip.bundles.archive([(Self.labelFile, ModelData(lines.utf8))])
  }

  private var model: [Int: FlatBufferValue] {
    let inputs = Int32(network.inputCount)
    let hidden = Int32(network.hiddenCount)
    let classes = Int32(network.classCount)
    let constants = [
      network.firstLayer(scale: scale), Array(network.weights[network.firstBiases]), network.secondLayer(),
      Array(network.weights[network.secondBiases]),
    ]
    // The buffers' numbers; 0 is the empty one.
    let tensors: [(name: String, shape: [Int32], buffer: UInt32)] = [
      ("hand_embedding", [1, inputs], 0), ("hidden/weights", [hidden, inputs], 1), ("hidden/biases", [hidden], 2),
      ("hidden", [1, hidden], 0), ("scores/weights", [classes, hidden], 3), ("scores/biases", [classes], 4),
      ("logits", [1, classes], 0), ("scores", [1, classes], 0),
    ]
    func fullyConnected(_ inputs: [Int32], _ output: Int32, activation: UInt8) -> [Int: FlatBufferValue] {
      [0: .uint32(0), 1: .ints(inputs), 2: .ints([output]), 3: .uint8(8), 4: .table([0: .uint8(activation)])]
    }
    return [
      0: .uint32(UInt32(TFLiteSchema.version)),
      // FULLY_CONNECTED and SOFTMAX.
      1: .tables([
        [0: .uint8(9), 2: .int32(1), 3: .int32(9)], [0: .uint8(25), 2: .int32(1), 3: .int32(25)],
      ]),
      2: .tables([
        [
          0: .tables(
            tensors.map { [0: .ints($0.shape), 1: .uint8(0), 2: .uint32($0.buffer), 3: .text($0.name)] }),
          1: .ints([0]), 2: .ints([7]),
          3: .tables([
            fullyConnected([0, 1, 2], 3, activation: 1), fullyConnected([3, 4, 5], 6, activation: 0),
            [0: .uint32(1), 1: .ints([6]), 2: .ints([7]), 3: .uint8(9), 4: .table([0: .float(1)])],
          ]),
          4: .text("main"),
        ]
      ]),
      3: .text("Trained by vision gestures train"),
      4: .tables(
        [[:]] + constants.map { [0: .bytes(Self.bytes($0))] }
          + [[0: .bytes(FlatBufferWriter.write(metadata, identifier: "M001"))]]),
      6: .tables([[0: .text("TFLITE_METADATA"), 1: .uint32(UInt32(constants.count + 1))]]),
    ]
  }

  private var metadata: [Int: FlatBufferValue] {
    let feature: FlatBufferValue = .table([0: .uint8(1), 1: .table([:])])
    let labels: [Int: FlatBufferValue] = [
      0: .text(Self.labelFile), 1: .text("Labels for categories that the model can recognize."), 2: .uint8(2),
    ]
    let input: [Int: FlatBufferValue] = [
      0: .text("embedding"), 1: .text("Embedding feature vector from gesture embedder."), 3: feature,
    ]
    let output: [Int: FlatBufferValue] = [
      0: .text("scores"), 1: .text("Hand gesture category scores."), 3: feature, 6: .tables([labels]),
    ]
    return [
      0: .text("HandGestureRecognition"), 1: .text("Recognize the hand gesture in the image."),
      3: .tables([[2: .tables([input]), 3: .tables([output])]]), 7: .text("1.0.0"),
    ]
  }

  private static func bytes(_ numbers: [Float]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) } }
  }
}

extension GestureClassifierModel {
  /// The largest difference between a score of the model as the runtime computes it and the network's own.
  private static let tolerance: Float = 1e-3

  /// The bundle `base` with this classifier as its custom one, read back and compared.
  func bundle(from base: TaskBundle, checkedWith embeddings: [[Float]]) throws -> [UInt8] {
    let inner = try TaskBundle(base.member(named: GestureRecognizerPipeline.gestureBundleName))
    var gestures = try inner.memberNames.filter { $0 != GestureClassifier.customName }.map { name in
      (name: name, data: try inner.member(named: name))
    }
    gestures.append((GestureClassifier.customName, ModelData(bytes)))
    let members = try base.memberNames.map { name in
      (
        name: name,
        data: name == GestureRecognizerPipeline.gestureBundleName
          ? ModelData(StoredZip.bundles.archive(gestures)) : try base.member(named: name)
      )
    }
    let bundle = StoredZip.bundles.archive(members)
    try check(TaskBundle(ModelData(bundle)), with: embeddings)
    return bundle
  }

  private func check(_ bundle: TaskBundle, with embeddings: [[Float]]) throws {
    let gestures = try TaskBundle(bundle.member(named: GestureRecognizerPipeline.gestureBundleName))
    let data = try gestures.member(named: GestureClassifier.customName)
    try ModelVerifier().verify(data)
    let model = try TensorModel(
      name: GestureClassifier.customName, data: data, inference: BaseOptions().inference.with(threadCount: 1))
    let head = try GestureClassifierHead(model, embeddingSize: network.inputCount, options: nil)
    for embedding in embeddings {
      let expected = network.scores(zip(embedding, scale).map { $0 * $1 })
      let found = try embedding.withUnsafeBufferPointer { try head.gestures(of: $0) }
      for (label, score) in zip(labels, expected) {
        guard let category = found.first(where: { $0.categoryName == label }),
          abs(category.score - score) < Self.tolerance
        else {
          throw TasksError.internalFailure("The written classifier does not score \(label) as the trained one does.")
        }
      }
    }
  }
}
