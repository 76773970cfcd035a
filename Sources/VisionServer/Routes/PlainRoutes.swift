import Hummingbird
import VisionHTTP

/// Images as bodies, and the command's JSON lines as responses; also for the frames of streams, whose task tracks from
/// one to the next.
extension ServerParts {
  private static let imageTypes = ["application/octet-stream", "image/jpeg", "image/png"]
  private static let streamPath = "/v1/{model}/streams/{stream}"
  private static let region = ServerRoute.Parameter(
    name: "roi",
    summary: "The region of interest: LEFT,TOP,RIGHT,BOTTOM in fractions of the image; by default the model's.")
  private static let point = ServerRoute.Parameter(
    name: "point",
    summary:
      "Where the thing is: X,Y, or X,Y,X,Y and so on for a scribble, in fractions of the image; for tasks that take points."
  )
  private static let time = ServerRoute.Parameter(
    name: "time",
    summary: "The frame's time in milliseconds, rising; by default the time since the stream was opened.",
    type: "integer")
  private static let latest = ServerRoute.Parameter(
    name: "latest",
    summary: "Whether frames that a newer one follows while another is processed are passed over; false by default.",
    type: "boolean")
  private static let conflict = "Another request has the stream."

  var plainRoutes: [ServerRoute] {
    [
      ServerRoute(
        method: .post, path: "/v1/{model}", name: "run",
        summary: "Runs a model on an image; the response is the line that the command writes.",
        query: [Self.region, Self.point], body: Self.imageTypes, work: .images
      ) { request, context in
        let model = try model(of: context, seeing: request)
        return try await withBody(of: request, context) { body, memory in
          Reply(line: try await service.line(for: .encoded(body), by: model, reservation: memory))
        }
      },
      ServerRoute(
        method: .post, path: "/v1/{model}/streams", name: "openStream",
        summary: "Opens a stream of frames, whose task tracks from one to the next.", query: [Self.region, Self.point],
        status: .created, work: .stream
      ) { request, context in
        let model = try model(of: context, seeing: request)
        return try JSONResponse.make(["stream": await streams.open(model).id], status: .created)
      },
      ServerRoute(
        method: .post, path: Self.streamPath + "/frames", name: "runFrame",
        summary: "Runs a stream's task on its next frame.",
        query: [Self.time], body: Self.imageTypes, conflict: Self.conflict, work: .images
      ) { request, context in
        let stream = try await stream(of: context)
        let time = try FrameTime(request)
        return try await withBody(of: request, context) { body, memory in
          Reply(line: try await stream.line(for: .encoded(body), time: time, reservation: memory, service: service))
        }
      },
      ServerRoute(
        method: .post, path: Self.streamPath + "/live", name: "runLive",
        summary: "Runs a stream's task on frames as they arrive; each is answered by a line at once.",
        query: [Self.latest], body: ["multipart/x-mixed-replace"], type: LiveResponse.type, conflict: Self.conflict,
        work: .stream
      ) { request, context in try await live(request, context) },
      ServerRoute(
        method: .delete, path: Self.streamPath, name: "closeStream", summary: "Ends a stream.", status: .noContent,
        type: nil
      ) { _, context in
        let model = try model(of: context)
        try await streams.close(context.parameters.require("stream"), of: model)
        return Response(status: .noContent)
      },
    ]
  }

  private func stream(of context: ServerContext) async throws -> FrameStream {
    try await streams.stream(context.parameters.require("stream"), of: model(of: context))
  }

  private func live(_ request: Request, _ context: ServerContext) async throws -> Response {
    let stream = try await stream(of: context)
    let latest = request.uri.queryParameters.get(Self.latest.name) ?? "false"
    guard let skipsOldFrames = Bool(latest) else {
      throw TasksError.invalidArgument("The query's latest is \(latest.prefix(32)); it has to be true or false.")
    }
    try request.checkEncoding()
    guard let boundary = request.headers[.contentType].flatMap(MultipartBoundary.init(mediaType:)) else {
      throw HTTPError(
        .unsupportedMediaType,
        message: "Live frames are sent as multipart/x-mixed-replace, with the boundary in Content-Type.")
    }
    let frames = LiveFrames(
      body: request.body, boundary: boundary, frameBytes: options.requestBytes, memory: memory,
      connections: connections, channel: context.channel)
    let live = try LiveResponse(stream: stream, frames: frames, skipsOldFrames: skipsOldFrames, service: service)
    request.permitBody(on: context.channel)
    return live.response
  }

  /// The model for the region of interest and the points in a request's query.
  private func model(of context: ServerContext, seeing request: Request) throws -> ServedModel {
    let query = request.uri.queryParameters
    return try model(of: context).seeing(query.get(Self.region.name), at: query.get(Self.point.name))
  }
}
