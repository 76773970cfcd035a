import HTTPTypes
import Hummingbird
import VisionCore
import VisionHTTP

/// Streams of frames, whose task tracks from one to the next: a request for each frame, or all frames in one long request.
struct StreamRoutes {
  private static let stream = "/v1/{model}/streams/{stream}"

  let parts: ServerParts

  var routes: [ServerRoute] { [open, frame, live, close] }

  private var open: ServerRoute {
    let parts = parts
    return ServerRoute(
      method: .post, path: "/v1/{model}/streams", name: "openStream",
      summary: "Opens a stream of frames, whose task tracks from one to the next.", status: .created,
      isInference: true
    ) { _, context in
      let stream = try await parts.streams.open(parts.model(of: context))
      return try JSONResponse.make(OpenedStream(stream: stream.id), status: .created)
    }
  }

  private var frame: ServerRoute {
    let parts = parts
    return ServerRoute(
      method: .post, path: Self.stream + "/frames", name: "runFrame",
      summary: "Runs a stream's task on its next frame.",
      query: [
        ServerRoute.Parameter(
          name: "time",
          summary: "The frame's time in milliseconds, rising; by default the time since the stream was opened.",
          type: "integer")
      ],
      body: PlainRoutes.imageTypes, conflict: "Another request has the stream.", isInference: true
    ) { request, context in
      let stream = try await parts.stream(of: context)
      let time = try FrameTime(request)
      return try await parts.withBody(of: request, context) { body, memory in
        Reply(
          line: try await stream.line(for: .encoded(body), time: time, reservation: memory, service: parts.service))
      }
    }
  }

  private var live: ServerRoute {
    let parts = parts
    return ServerRoute(
      method: .post, path: Self.stream + "/live", name: "runLive",
      summary: "Runs a stream's task on frames as they arrive; each is answered by a line at once.",
      query: [
        ServerRoute.Parameter(
          name: "latest",
          summary:
            "Whether frames that a newer one follows while another is processed are passed over; false by default.",
          type: "boolean")
      ],
      body: ["multipart/x-mixed-replace"], type: LiveResponse.type,
      conflict: "Another request has the stream.", isInference: true
    ) { request, context in
      let stream = try await parts.stream(of: context)
      let skipsOldFrames = try Self.flag("latest", of: request)
      try request.checkEncoding()
      guard let boundary = request.headers[.contentType].flatMap(MultipartBoundary.init(mediaType:)) else {
        throw HTTPError(
          .unsupportedMediaType,
          message: "Live frames are sent as multipart/x-mixed-replace, with the boundary in Content-Type.")
      }
      let frames = LiveFrames(
        body: request.body, boundary: boundary, frameBytes: parts.options.requestBytes, memory: parts.memory,
        connections: parts.connections, channel: context.channel)
      let live = try LiveResponse(
        stream: stream, frames: frames, skipsOldFrames: skipsOldFrames, service: parts.service)
      request.permitBody(on: context.channel)
      return live.response
    }
  }

  private var close: ServerRoute {
    let parts = parts
    return ServerRoute(
      method: .delete, path: Self.stream, name: "closeStream", summary: "Ends a stream.", status: .noContent, type: nil
    ) { _, context in
      let model = try parts.model(of: context)
      try await parts.streams.close(try context.parameters.require("stream"), of: model)
      return Response(status: .noContent)
    }
  }

  /// A flag in the query.
  private static func flag(_ name: String, of request: Request) throws -> Bool {
    switch request.uri.queryParameters.get(name) {
    case nil, "false"?: false
    case "true"?: true
    case let other?:
      throw TasksError.invalidArgument("The query's \(name) is \(other.prefix(32)); it has to be true or false.")
    }
  }
}

extension ServerParts {
  /// The open stream that a request's path names.
  ///
  /// - Throws: `TasksError` with `notFoundError`.
  fileprivate func stream(of context: ServerContext) async throws -> FrameStream {
    try await streams.stream(context.parameters.require("stream"), of: model(of: context))
  }
}

/// The response to opening a stream.
private struct OpenedStream: Encodable {
  let stream: String
}
