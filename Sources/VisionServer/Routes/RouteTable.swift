import Hummingbird
import Logging
import VisionHTTP

struct RouteTable: Sendable {
  let routes: [ServerRoute]

  init(_ parts: ServerParts) {
    let routes = parts.protocolRoutes + parts.plainRoutes
    self.routes = routes + [OpenAPIDocument.route(describing: routes)]
  }

  func router(
    token: String?, acceptsAnyName: Bool, metrics: ServerMetrics, logger: Logger, accessLog: AccessLog = .work
  ) -> Router<ServerContext> {
    let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestLog(metrics: metrics, logger: logger, which: accessLog))
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ErrorMiddleware(invalid: .badRequest) { $0.uri.path.hasPrefix("/v2") })
    router.add(
      middleware: TokenGuard(
        token: token, rules: AccessRules(acceptsAnyName: acceptsAnyName), open: routes.filter { !$0.needsToken }))
    router.add(middleware: MethodGuard(routes: routes))
    for route in routes {
      let path = route.path.replacing("{", with: ":").replacing("}", with: "")
      router.on(RouterPath(path), method: route.method) { request, context in
        context.record.withLock { $0.work = route.work }
        try route.checkQuery(of: request)
        return try await route.answer(request, context)
      }
    }
    return router
  }
}

/// A route of the server: what answers it, and its description for OpenAPI. Both come from one list, `RouteTable`.
struct ServerRoute: Sendable {
  typealias Answer = @Sendable (Request, ServerContext) async throws -> Response

  struct Parameter: Sendable {
    let name, summary: String
    var type = "string"
  }

  let method: HTTPRequest.Method
  let path, name, summary: String
  var query: [Parameter] = []
  var headers: [Parameter] = []
  var body: [String] = []
  var needsBody = true
  var status = HTTPResponse.Status.ok
  var type: String? = "application/json"
  var furtherTypes: [String] = []
  var conflict: String?
  var needsToken = true
  var work = ServerMetrics.Work.none
  let answer: Answer

  var parameters: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  func matches(_ path: [Substring]) -> Bool {
    let own = self.path.split(separator: "/")
    return own.count == path.count && zip(own, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
  }

  static func get(
    _ path: String, _ name: String, _ summary: String, needsToken: Bool = true, _ answer: @escaping Answer
  ) -> ServerRoute {
    ServerRoute(method: .get, path: path, name: name, summary: summary, needsToken: needsToken, answer: answer)
  }

  /// Refuses keys of the query that the route does not read, and keys that come twice.
  func checkQuery(of request: Request) throws {
    var seen: Set<Substring> = []
    for (key, _) in request.uri.queryParameters {
      guard query.contains(where: { $0.name == key }) else {
        let known = query.isEmpty ? "none" : query.map(\.name).joined(separator: ", ")
        throw TasksError.invalidArgument(
          "The query has \"\(key.prefix(32))\"; allowed here: \(known). Options of a model are set when the server starts, as in "
            + "--model 'hand?numHands=2'.")
      }
      guard seen.insert(key).inserted else {
        throw TasksError.invalidArgument("The query has \(key) twice; leave one out.")
      }
    }
  }
}

/// Answers OPTIONS, and methods that a path does not have (RFC 9110, sections 9.3.7 and 15.5.6).
struct MethodGuard: RouterMiddleware {
  let routes: [ServerRoute]

  func handle(_ request: Request, context: ServerContext, next: NextHandler<ServerContext>) async throws -> Response {
    let path = request.uri.path.split(separator: "/")
    // Of the whole server, as `OPTIONS *` asks.
    let isAll = path == ["*"]
    let own = routes.filter { isAll || $0.matches(path) }.map(\.method)
    guard !own.isEmpty else { throw TasksError.notFound("There is no such path; GET /openapi.json describes all.") }
    var methods = Set(own.map(\.rawValue) + ["OPTIONS"])
    if own.contains(.get) { methods.insert("HEAD") }
    let allowed = methods.sorted().joined(separator: ", ")
    if request.method == .options { return Response(status: .noContent, headers: [.allow: allowed]) }
    guard methods.contains(request.method.rawValue) else {
      throw HTTPError(
        .methodNotAllowed, headers: [.allow: allowed],
        message: "\(request.method.rawValue.prefix(16)) is not allowed here; allowed: \(allowed).")
    }
    return try await next(request, context)
  }
}

/// Accepts only requests that name this server as host, come from a program, and have the token.
/// The token is needed on this machine, too, since its other users can reach the port. Probes of health need none.
struct TokenGuard: RouterMiddleware {
  let token: String?
  let rules: AccessRules
  let open: [ServerRoute]

  func handle(_ request: Request, context: ServerContext, next: NextHandler<ServerContext>) async throws -> Response {
    try rules.check(request)
    let path = request.uri.path.split(separator: "/")
    if let token, !open.contains(where: { $0.matches(path) }) {
      guard let given = AccessRules.bearer(of: request), RandomToken.areEqual(given, token) else {
        throw TasksError(
          .unauthenticatedError, "The token is missing or wrong; send the header Authorization: Bearer TOKEN.")
      }
    }
    return try await next(request, context)
  }
}
