import HTTPTypes
import Hummingbird
import NIOCore
import VisionHTTP

/// Images as bodies, and the command's JSON lines as responses.
struct PlainRoutes {
  /// The media types of an image as a body.
  static let imageTypes = ["application/octet-stream", "image/jpeg", "image/png"]

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
        return try await parts.withBody(of: request, context) { body, memory in
          Reply(line: try await parts.service.line(for: .encoded(body), by: model, reservation: memory))
        }
      }
    ]
  }
}
