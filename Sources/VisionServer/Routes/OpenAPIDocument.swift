import Foundation
import HTTPTypes
import Hummingbird
import VisionCore
import VisionHTTP

/// The OpenAPI description, made from the routes.
struct OpenAPIDocument: Encodable {
  /// The route that serves the description, which includes the route itself.
  static func route(describing routes: [ServerRoute]) -> ServerRoute {
    let own = ServerRoute(
      method: .get, path: "/openapi.json", name: "openAPI", summary: "This description."
    ) { _, _ in Response(status: .ok) }
    let document = OpenAPIDocument(routes + [own])
    return ServerRoute(method: own.method, path: own.path, name: own.name, summary: own.summary) { _, _ in
      try JSONResponse.make(document)
    }
  }

  private struct Info: Encodable {
    let title = "vision serve"
    let version = PackageVersion.current
    let description =
      "Hand gestures, body poses and objects in images. The routes below /v2 are the Open Inference Protocol."
  }

  private struct Components: Encodable {
    let securitySchemes = ["token": ["type": "http", "scheme": "bearer"]]
  }

  private let openapi = "3.0.3"
  private let info = Info()
  private let paths: [String: [String: OpenAPIOperation]]
  private let components = Components()

  private init(_ routes: [ServerRoute]) {
    var paths: [String: [String: OpenAPIOperation]] = [:]
    for route in routes {
      paths[route.path, default: [:]][route.method.rawValue.lowercased()] = OpenAPIOperation(route)
    }
    self.paths = paths
  }
}
