import HTTPTypes
import Hummingbird
import NIOCore
import VisionHTTP

/// Images as bodies, and the command's JSON lines as responses; and streams of frames.
struct PlainRoutes {
  private static let imageTypes = ["application/octet-stream", "image/jpeg", "image/png"]

  let parts: ServerParts

  var routes: [ServerRoute] {
    let parts = parts
    return [
      ServerRoute(
        method: .post, path: "/v1/{model}", name: "run",
        summary: "Runs a model on an image; the response is the line that the command writes.", body: Self.imageTypes,
        isInference: true
      ) { request, context in
        let model = try parts.model(of: context)
        return try await parts.withBody(of: request, context) { body, _ in
          Self.reply(try await parts.service.line(for: .encoded(body), by: model))
        }
      },
      ServerRoute(
        method: .post, path: "/v1/{model}/streams", name: "openStream",
        summary: "Opens a stream of frames, whose task tracks from one to the next.", status: .created,
        isInference: true
      ) { _, context in
        let stream = try await parts.streams.open(parts.model(of: context))
        return try JSONResponse.make(OpenedStream(stream: stream.id), status: .created)
      },
      ServerRoute(
        method: .post, path: "/v1/{model}/streams/{stream}/frames", name: "runFrame",
        summary: "Runs a stream's task on its next frame.",
        query: [
          ServerRoute.Parameter(name: "time", summary: "The frame's time in milliseconds, rising.", type: "integer")
        ],
        body: Self.imageTypes, conflict: "The stream's previous frame is being processed.", isInference: true
      ) { request, context in
        let model = try parts.model(of: context)
        let stream = try await parts.streams.stream(context.parameters.require("stream"), of: model)
        let time = try FrameTime(request)
        return try await parts.withBody(of: request, context) { body, _ in
          Self.reply(try await stream.line(for: .encoded(body), time: time, service: parts.service))
        }
      },
      ServerRoute(
        method: .delete, path: "/v1/{model}/streams/{stream}", name: "closeStream", summary: "Ends a stream.",
        status: .noContent, type: nil
      ) { _, context in
        let model = try parts.model(of: context)
        await parts.streams.close(try context.parameters.require("stream"), of: model)
        return Response(status: .noContent)
      },
    ]
  }

  private static func reply(_ line: String) -> Reply {
    Reply(headers: [.contentType: "application/json"], body: ByteBuffer(string: line))
  }
}

/// The response to opening a stream.
private struct OpenedStream: Encodable {
  let stream: String
}
