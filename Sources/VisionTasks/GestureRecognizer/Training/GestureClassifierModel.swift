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

  /// The tensors by their numbers.
  private enum Tensor: Int32, CaseIterable {
    case embedding, hiddenWeights, hiddenBiases, hidden, scoreWeights, scoreBiases, logits, scores
  }

  private typealias Fields = [Int: FlatBufferValue]

  /// A tensor's name, shape and, of constants, values.
  private func content(of tensor: Tensor) -> (name: String, shape: [Int32], values: [Float]) {
    let (inputs, hidden, classes) = (Int32(network.inputCount), Int32(network.hiddenCount), Int32(network.classCount))
    return switch tensor {
    case .embedding: ("hand_embedding", [1, inputs], [])
    case .hiddenWeights: ("hidden/weights", [hidden, inputs], network.firstLayer(scale: scale))
    case .hiddenBiases: ("hidden/biases", [hidden], Array(network.weights[network.firstBiases]))
    case .hidden: ("hidden", [1, hidden], [])
    case .scoreWeights: ("scores/weights", [classes, hidden], network.secondLayer())
    case .scoreBiases: ("scores/biases", [classes], Array(network.weights[network.secondBiases]))
    case .logits: ("logits", [1, classes], [])
    case .scores: ("scores", [1, classes], [])
    }
  }

  private var model: Fields {
    // The first buffer is empty: that of tensors without values.
    var buffers: [Fields] = [[:]]
    func add(_ bytes: [UInt8]) -> FlatBufferValue {
      buffers.append(TFLiteSchema.Buffer.fields([.data: .bytes(bytes)]))
      return .uint32(UInt32(buffers.count - 1))
    }
    let tensors = Tensor.allCases.map { tensor in
      let (name, shape, values) = content(of: tensor)
      return TFLiteSchema.Tensor.fields([
        .shape: .ints(shape), .type: .uint8(TensorElementType.float32.rawValue),
        .buffer: values.isEmpty ? .uint32(0) : add(Self.bytes(values)), .name: .text(name),
      ])
    }
    let subgraph = TFLiteSchema.Subgraph.fields([
      .tensors: .tables(tensors), .inputs: .ints([Tensor.embedding.rawValue]),
      .outputs: .ints([Tensor.scores.rawValue]), .operators: .tables(operators), .name: .text("main"),
    ])
    let entry = TFLiteSchema.Metadata.fields([
      .name: .text(ModelMetadata.entryName),
      .buffer: add(FlatBufferWriter.write(metadata, identifier: MetadataSchema.identifier)),
    ])
    return TFLiteSchema.Model.fields([
      .version: .uint32(UInt32(TFLiteSchema.version)), .operatorCodes: .tables(operatorCodes),
      .subgraphs: .tables([subgraph]), .description: .text("Trained by vision gestures train"),
      .buffers: .tables(buffers), .metadata: .tables([entry]),
    ])
  }

  private var operatorCodes: [Fields] {
    [BuiltinOperator.fullyConnected, BuiltinOperator.softmax].map { code in
      TFLiteSchema.OperatorCode.fields([
        .shortBuiltinCode: .uint8(UInt8(code)), .version: .int32(1), .builtinCode: .int32(code),
      ])
    }
  }

  private var operators: [Fields] {
    func layer(_ inputs: [Tensor], _ output: Tensor, isRectified: Bool) -> Fields {
      TFLiteSchema.Operator.fields([
        .code: .uint32(0), .inputs: .ints(inputs.map(\.rawValue)), .outputs: .ints([output.rawValue]),
        .optionsType: .uint8(TFLiteSchema.FullyConnected.optionsType),
        .options: .table(TFLiteSchema.FullyConnected.fields([.activation: .uint8(isRectified ? 1 : 0)])),
      ])
    }
    return [
      layer([.embedding, .hiddenWeights, .hiddenBiases], .hidden, isRectified: true),
      layer([.hidden, .scoreWeights, .scoreBiases], .logits, isRectified: false),
      TFLiteSchema.Operator.fields([
        .code: .uint32(1), .inputs: .ints([Tensor.logits.rawValue]), .outputs: .ints([Tensor.scores.rawValue]),
        .optionsType: .uint8(TFLiteSchema.Softmax.optionsType),
        .options: .table(TFLiteSchema.Softmax.fields([.beta: .float(1)])),
      ]),
    ]
  }

  private var metadata: Fields {
    // Features, as opposed to images or boxes.
    let feature = FlatBufferValue.table(
      MetadataSchema.Content.fields([.kind: .uint8(1), .properties: .table([:])]))
    let labels = MetadataSchema.File.fields([
      .name: .text(Self.labelFile), .description: .text("Labels for categories that the model can recognize."),
      .kind: .uint8(UInt8(AssociatedFile.Kind.tensorAxisLabels.rawValue)),
    ])
    let input = MetadataSchema.Tensor.fields([
      .name: .text("embedding"), .description: .text("Embedding feature vector from gesture embedder."),
      .content: feature,
    ])
    let output = MetadataSchema.Tensor.fields([
      .name: .text("scores"), .description: .text("Hand gesture category scores."), .content: feature,
      .associatedFiles: .tables([labels]),
    ])
    let subgraph = MetadataSchema.Subgraph.fields([.inputs: .tables([input]), .outputs: .tables([output])])
    return MetadataSchema.Model.fields([
      .name: .text("HandGestureRecognition"), .description: .text("Recognize the hand gesture in the image."),
      .subgraphs: .tables([subgraph]), .minimumParserVersion: .text("1.0.0"),
    ])
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
