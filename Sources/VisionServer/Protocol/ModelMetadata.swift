/// The metadata of a served model.
struct ModelMetadata: Encodable {
  private let name: String
  private let versions = [InferResponse.modelVersion]
  private let platform = "swift-vision-tasks"
  private let inputs: [TensorSpec]
  private let outputs: [TensorSpec]

  init(_ model: ServedModel) {
    name = model.name
    // Images of a tracking model come as frames of a stream.
    inputs = model.isSequential ? [] : InputSpec.all
    outputs = model.isSequential ? [] : model.format.tensors(hasMasks: model.hasMasks)
  }
}

/// The server's metadata.
struct ServerMetadata: Encodable {
  let name = "vision serve"
  let version: String
  let extensions = ["binary_tensor_data"]
}

/// The readiness of a served model: all are loaded before the server listens.
struct ModelReadiness: Encodable {
  let name: String
  let ready = true
}
