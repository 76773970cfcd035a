import Dispatch
import HTTPTypes
import Hummingbird
import NIOCore
import VisionCore
import VisionHTTP

/// The models by the Open Inference Protocol (KServe v2).
struct ProtocolRoutes {
  /// The path of a model, and that with its version.
  private static let places = [("", "/v2/models/{model}"), ("Version", "/v2/models/{model}/versions/{version}")]
  /// Reads and writes JSON, which may take seconds: Swift's own threads, one per core, answer everything else.
  private static let coding = DispatchQueue(label: "vision serve: JSON", attributes: .concurrent)

  private static let lengthParameter = ServerRoute.Parameter(
    name: InferResponse.lengthName, summary: "The bytes of JSON before binary tensors.", type: "integer")

  let parts: ServerParts

  var routes: [ServerRoute] {
    let parts = parts
    let all = [
      ServerRoute(
        method: .post, path: "/v2/repository/index", name: "repositoryIndex", summary: "The served models."
      ) { _, _ in
        try JSONResponse.make(parts.models.all.map { RepositoryEntry(name: $0.name, isReady: parts.isReady) })
      },
      ServerRoute(
        method: .get, path: "/v2/models/stats", name: "statistics", summary: "Counts and times of all models."
      ) { _, _ in try JSONResponse.make(ModelStatistics(parts.models.all, in: parts.metrics)) },
    ]
    return all
      + Self.places.flatMap { suffix, path in
        [
          ServerRoute(
            method: .get, path: path, name: "model" + suffix + "Metadata", summary: "A model's inputs and outputs."
          ) { _, context in try JSONResponse.make(ModelMetadata(parts.model(of: context))) },
          ServerRoute(
            method: .get, path: path + "/ready", name: "model" + suffix + "Ready", summary: "Whether a model is loaded."
          ) { _, context in
            try JSONResponse.make(
              ModelReadiness(name: parts.model(of: context).name, ready: parts.isReady), status: parts.readyStatus)
          },
          ServerRoute(
            method: .get, path: path + "/config", name: "model" + suffix + "Configuration",
            summary: "A model's configuration in Triton's form."
          ) { _, context in try JSONResponse.make(ModelConfiguration(parts.model(of: context))) },
          ServerRoute(
            method: .get, path: path + "/stats", name: "model" + suffix + "Statistics",
            summary: "Counts and times of a model."
          ) { _, context in try JSONResponse.make(ModelStatistics([parts.model(of: context)], in: parts.metrics)) },
          ServerRoute(
            method: .post, path: path + "/infer", name: "model" + suffix + "Infer",
            summary: "Runs a model on images; outputs are tensors.",
            headers: [Self.lengthParameter], body: ["application/json", "application/octet-stream"],
            furtherTypes: ["application/octet-stream"], isInference: true
          ) { request, context in try await infer(request, context) },
        ]
      }
  }

  private func infer(_ request: Request, _ context: ServerContext) async throws -> Response {
    let model = try parts.model(of: context)
    let headerLength = try Self.headerLength(of: request)
    let limits = InferLimits(images: parts.options.images, pixels: parts.options.pixels)
    return try await parts.withBody(of: request, context) { body, memory in
      let infer = try await parts.memory.with(InferRequest.jsonMemory(headerLength, in: body)) {
        try await Self.coding.run { try InferRequest(body, headerLength: headerLength, limits: limits) }
      }
      let wanted = try WantedOutputs(infer, of: model)
      let answers = try await parts.service.answers(
        to: infer.images, by: model, maskLimit: wanted.maskLimit, reservation: memory)
      let outputs = OutputTensors(answers: answers, format: model.format, hasMasks: model.hasMasks)
      if let limit = wanted.maskLimit {
        try memory.grow(by: outputs.maskBytes(limit: limit) * wanted.memoryPerMaskByte)
      }
      return try await Self.coding.run { try wanted.response(outputs, model: model.name, id: infer.id).reply() }
    }
  }

  private static func headerLength(of request: Request) throws -> Int? {
    guard let text = InferResponse.lengthField.flatMap({ request.headers[$0] }) else { return nil }
    guard let length = Int(text) else {
      throw TasksError.invalidArgument("\(InferResponse.lengthName) is no number.")
    }
    return length
  }
}
