import VisionTasks

extension ServedModel {
  /// The input tensors. Images of a tracking model come as frames of a stream.
  fileprivate var inputs: [TensorSpec] { isSequential ? [] : InputSpec.all }
  fileprivate var outputs: [TensorSpec] { isSequential ? [] : format.tensors(with: options) }
}

struct ModelMetadata: Encodable {
  private let name: String
  private let versions = [InferResponse.modelVersion]
  private let platform = "swift-vision-tasks"
  private let inputs, outputs: [TensorSpec]

  init(_ model: ServedModel) { (name, inputs, outputs) = (model.name, model.inputs, model.outputs) }
}

struct ServerMetadata: Encodable {
  let name = "vision serve"
  let version: String
  let extensions = ["binary_tensor_data", "classification", "model_configuration", "statistics"]
}

/// The body of a request for the index of the models.
struct RepositoryFilter: Decodable {
  let ready: Bool?

  private enum CodingKeys: CodingKey { case ready }

  init(from decoder: any Decoder) throws {
    let names = try decoder.container(keyedBy: AnyCodingKey.self).allKeys.map(\.stringValue)
    try AnyCodingKey.check(names, known: ["ready"], in: "The request")
    ready = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Bool.self, forKey: .ready)
  }
}

struct ModelReadiness: Encodable {
  let name: String
  let ready: Bool
}

/// A model's configuration, as far as Triton's clients read it. The first size of tensors is the number of images.
struct ModelConfiguration: Encodable {
  private struct Tensor: Encodable {
    let name, dataType: String
    let dims: [Int]
    /// Nil for outputs, which have no such key.
    let optional: Bool?

    init(_ spec: TensorSpec, optional: Bool? = nil) {
      (name, dims, self.optional) = (spec.name, spec.shape, optional)
      dataType = spec.datatype == .bytes ? "TYPE_STRING" : "TYPE_" + spec.datatype.rawValue
    }
  }

  private let name: String
  private let platform = "swift-vision-tasks"
  private let backend = "swift-vision-tasks"
  /// 0: the sizes in `dims` are all there are.
  private let maxBatchSize = 0
  private let input, output: [Tensor]

  init(_ model: ServedModel) {
    name = model.name
    // A request has one of them.
    input = model.inputs.map { Tensor($0, optional: true) }
    output = model.outputs.map { Tensor($0) }
  }
}

/// The numbers of models since the start, as Triton's clients read them.
struct ModelStatistics: Encodable {
  struct Times: Encodable, Sendable {
    var count = 0
    var ns = 0

    mutating func add(_ duration: Duration) {
      count += 1
      ns += Int(duration / .nanoseconds(1))
    }
  }

  /// The first two count requests, the last one results, the others images.
  private struct Inferences: Encodable {
    let success, fail, queue, computeInput, computeInfer, computeOutput: Times
  }

  private struct Model: Encodable {
    let name: String
    let version = InferResponse.modelVersion
    let lastInference, inferenceCount, executionCount: Int
    let inferenceStats: Inferences
  }

  private let modelStats: [Model]

  init(_ models: [ServedModel], in metrics: ServerMetrics) {
    modelStats = models.map { model in
      func times(_ stage: ServerMetrics.Stage) -> Times { metrics.times(of: stage, model: model.name) }
      let (requests, images) = (metrics.inferences(of: model.name), times(.inference).count)
      return Model(
        name: model.name, lastInference: requests.last, inferenceCount: images, executionCount: images,
        inferenceStats: Inferences(
          success: requests.success, fail: requests.fail, queue: times(.queue), computeInput: times(.decode),
          computeInfer: times(.inference), computeOutput: times(.output)))
    }
  }
}
