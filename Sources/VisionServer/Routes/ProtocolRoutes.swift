import Hummingbird
import VisionHTTP

/// The Open Inference Protocol (KServe v2): the server's state, its models, and inference on tensors.
extension ServerParts {
  private static let places = [("", "/v2/models/{model}"), ("Version", "/v2/models/{model}/versions/{version}")]
  /// Reads and writes JSON, which may take seconds: Swift's own threads, one per core, answer everything else.
  private static let coding = DispatchQueue(label: "vision serve: JSON", attributes: .concurrent)

  private static let lengthParameter = ServerRoute.Parameter(
    name: InferResponse.lengthName, summary: "The bytes of JSON before binary tensors.", type: "integer")

  var protocolRoutes: [ServerRoute] { stateRoutes + Self.places.flatMap { modelRoutes(suffix: $0, path: $1) } }

  private var stateRoutes: [ServerRoute] {
    [
      .get("/v2/health/live", "serverLive", "Whether the server runs.", needsToken: false) { _, _ in
        try JSONResponse.make(["live": true])
      },
      .get(
        "/v2/health/ready", "serverReady", "Whether all models are loaded, and the server is not about to end.",
        needsToken: false
      ) { _, _ in try JSONResponse.make(["ready": isReady], status: readyStatus) },
      .get("/v2", "serverMetadata", "The server's name, version and extensions.") { _, _ in
        try JSONResponse.make(ServerMetadata(version: PackageVersion.current))
      },
      ServerRoute(
        method: .get, path: "/metrics", name: "metrics", summary: "Metrics in Prometheus' text form.",
        type: MetricSeries.textType
      ) { _, _ in
        let text = metrics.text(
          queuedImages: service.pool.queue.count, streams: await streams.count, requestMemory: memory.reserved)
        return Response(ByteBuffer(string: text), type: MetricSeries.textType)
      },
      ServerRoute(
        method: .post, path: "/v2/repository/index", name: "repositoryIndex",
        summary: "The served models; with {\"ready\": true} in the body those that are ready.",
        body: ["application/json"], needsBody: false
      ) { request, context in
        try request.checkEncoding()
        request.permitBody(on: context.channel)
        let filter = try await request.optionalJSON(RepositoryFilter.self)
        let state = isReady ? "READY" : "UNAVAILABLE"
        let listed = filter?.ready == true && !isReady ? [] : models.all
        return try JSONResponse.make(
          listed.map { ["name": $0.name, "version": InferResponse.modelVersion, "state": state, "reason": ""] })
      },
      .get("/v2/models/stats", "statistics", "Counts and times of all models.") { _, _ in
        try JSONResponse.make(ModelStatistics(models.all, in: metrics), keys: .convertToSnakeCase)
      },
    ]
  }

  private func modelRoutes(suffix: String, path: String) -> [ServerRoute] {
    [
      .get(path, "model" + suffix + "Metadata", "A model's inputs and outputs.") { _, context in
        try JSONResponse.make(ModelMetadata(model(of: context)))
      },
      .get(path + "/ready", "model" + suffix + "Ready", "Whether a model is loaded.") { _, context in
        try JSONResponse.make(ModelReadiness(name: model(of: context).name, ready: isReady), status: readyStatus)
      },
      .get(path + "/config", "model" + suffix + "Configuration", "A model's configuration in Triton's form.") {
        _, context in try JSONResponse.make(ModelConfiguration(model(of: context)), keys: .convertToSnakeCase)
      },
      .get(path + "/stats", "model" + suffix + "Statistics", "Counts and times of a model.") { _, context in
        try JSONResponse.make(ModelStatistics([model(of: context)], in: metrics), keys: .convertToSnakeCase)
      },
      ServerRoute(
        method: .post, path: path + "/infer", name: "model" + suffix + "Infer",
        summary: "Runs a model on images; outputs are tensors.",
        headers: [Self.lengthParameter], body: ["application/json", "application/octet-stream"],
        furtherTypes: ["application/octet-stream"], work: .images
      ) { request, context in try await infer(request, context) },
    ]
  }

  private func infer(_ request: Request, _ context: ServerContext) async throws -> Response {
    let model = try model(of: context)
    let headerLength = try Self.headerLength(of: request)
    let limits = InferLimits(images: options.images, pixels: options.pixels)
    return try await withBody(of: request, context) { body, reservation in
      let infer = try await memory.with(InferRequest.jsonMemory(headerLength, in: body)) {
        try await Self.coding.run { try InferRequest(body, headerLength: headerLength, limits: limits) }
      }
      try infer.check(isFor: model.name)
      let wanted = try WantedOutputs(infer, of: model)
      let answers = try await service.answers(
        to: infer.images, by: model.seeing(infer.region, at: infer.points), maskLimit: wanted.maskLimit,
        reservation: reservation)
      let outputs = OutputTensors(answers: answers, format: model.format, options: model.options)
      return try await Self.coding.run {
        try metrics.measure(.output, model: model.name) {
          try wanted.response(outputs, model: model.name, id: infer.id, reservation: reservation).reply()
        }
      }
    }
  }

  private static func headerLength(of request: Request) throws -> Int? {
    guard let text = request.headers[named: InferResponse.lengthName] else { return nil }
    guard let length = Int(text) else { throw TasksError.invalidArgument("\(InferResponse.lengthName) is no number.") }
    return length
  }
}
