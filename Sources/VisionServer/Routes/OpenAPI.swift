import Hummingbird
import VisionHTTP

struct OpenAPIDocument: Encodable {
  static func route(describing routes: [ServerRoute]) -> ServerRoute {
    let own = ServerRoute.get("/openapi.json", "openAPI", "This description.") { _, _ in Response(status: .ok) }
    let document = OpenAPIDocument(routes + [own])
    return .get(own.path, own.name, own.summary) { _, _ in try JSONResponse.make(document) }
  }

  private struct Info: Encodable {
    let title = "vision serve"
    let version = PackageVersion.current
    let description =
      "Vision models: results on images and frames. The routes below /v2 are the Open Inference Protocol."
  }

  private struct Components: Encodable {
    let securitySchemes = ["token": ["type": "http", "scheme": "bearer"]]
  }

  private let openapi = "3.0.3"
  private let info = Info()
  private let paths: [String: [String: OpenAPIOperation]]
  private let components = Components()

  private init(_ routes: [ServerRoute]) {
    paths = Dictionary(grouping: routes, by: \.path).mapValues { routes in
      Dictionary(routes.map { ($0.method.rawValue.lowercased(), OpenAPIOperation($0)) }) { $1 }
    }
  }
}

struct OpenAPIOperation: Encodable {
  private struct Schema: Encodable {
    let type: String
    var format: String?
  }

  private typealias Content = [String: [String: Schema]]

  private static func content(_ types: [String]) -> Content {
    let schemas = types.map { type in
      type == "application/json"
        ? Schema(type: "object") : Schema(type: "string", format: type.hasPrefix("text/") ? nil : "binary")
    }
    return Dictionary(zip(types, schemas.map { ["schema": $0] })) { $1 }
  }

  private struct Parameter: Encodable {
    let name: String
    let `in`: String
    let required: Bool
    let description: String
    let schema: Schema

    init(_ parameter: ServerRoute.Parameter, in place: String) {
      (name, `in`, required) = (parameter.name, place, place == "path")
      description = parameter.summary
      schema = Schema(type: parameter.type)
    }
  }

  private struct Header: Encodable {
    let description: String
    let schema: Schema
  }

  private struct Body: Encodable {
    let required: Bool
    let content: Content
  }

  private struct Answer: Encodable {
    let description: String
    var headers: [String: Header]?
    var content: Content?
  }

  private static let requestID = ServerRoute.Parameter(
    name: RequestIdentity.fieldName, summary: "The request's ID; a random one without it.")

  private let operationId, summary: String
  private let parameters: [Parameter]
  private let requestBody: Body?
  private let responses: [String: Answer]
  private let security: [[String: [String]]]

  init(_ route: ServerRoute) {
    operationId = route.name
    summary = route.summary
    let headers = route.headers + [Self.requestID]
    let path = route.parameters.map { ServerRoute.Parameter(name: $0, summary: "The \($0).") }
    parameters =
      path.map { Parameter($0, in: "path") } + route.query.map { Parameter($0, in: "query") }
      + headers.map { Parameter($0, in: "header") }
    requestBody = route.body.isEmpty ? nil : Body(required: route.needsBody, content: Self.content(route.body))
    let sent = headers.map { ($0.name, Header(description: $0.summary, schema: Schema(type: $0.type))) }
    let success = Answer(
      description: route.status.reasonPhrase, headers: Dictionary(sent) { $1 },
      content: route.type.map { Self.content([$0] + route.furtherTypes) })
    responses = Self.failures(of: route).mapValues { Answer(description: $0) }
      .merging(["\(route.status.code)": success]) { $1 }
    security = route.needsToken ? [["token": []]] : []
  }

  private static func failures(of route: ServerRoute) -> [String: String] {
    var texts = ["403": "The Host is not this server's, or a page of another site sent the request."]
    if route.needsToken { texts["401"] = "The token is missing or wrong." }
    if !route.parameters.isEmpty { texts["404"] = "There is no such model, version or stream." }
    texts["400"] = "The request is not allowed, or an image cannot be read."
    texts["409"] = route.conflict
    if !route.body.isEmpty {
      texts["413"] = "The request exceeds a limit."
      texts["415"] = "The body is compressed, or of another type."
    }
    if route.work != .none { texts["503"] = "The server is busy; see Retry-After." }
    return texts
  }
}
