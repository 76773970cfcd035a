import HTTPTypes
import Hummingbird
import Logging
import VisionCore
import VisionHTTP

/// What routes work with.
struct ServerParts: Sendable {
  let options: ServerOptions
  let models: ServedModels
  let service: InferenceService
  let metrics: ServerMetrics
  let memory: MemoryBudget
  let streams: StreamStore
  let connections: ConnectionTable
  /// Whether the server accepts further work; false after the signal to end.
  let readiness = Locked(true)
}

extension ServerParts {
  /// Whether further work is accepted.
  var isReady: Bool { readiness.withLock { $0 } }
  /// The status of answers about that.
  var readyStatus: HTTPResponse.Status { isReady ? .ok : .serviceUnavailable }

  /// The served model that a request's path names.
  ///
  /// - Throws: `TasksError` with `notFoundError` for an unknown model or version.
  func model(of context: ServerContext) throws -> ServedModel {
    let model = try models.model(context.parameters.require("model"))
    context.record.setModel(model.name)
    if let version = context.parameters.get("version"), version != InferResponse.modelVersion {
      throw TasksError.notFound(
        "\(model.name) has no version \(version.prefix(16)); it has \(InferResponse.modelVersion).")
    }
    return model
  }
}

/// All routes of the server.
struct RouteTable: Sendable {
  let routes: [ServerRoute]

  init(_ parts: ServerParts) {
    let routes =
      ProtocolRoutes(parts: parts).routes + PlainRoutes(parts: parts).routes + StreamRoutes(parts: parts).routes
      + StatusRoutes(parts: parts).routes
    self.routes = routes + [OpenAPIDocument.route(describing: routes)]
  }

  /// The router, behind the checks of every request.
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
      router.on(RouterPath(route.routerPath), method: route.method) { request, context in
        if route.isInference { context.record.setInference() }
        try route.checkQuery(of: request)
        return try await route.answer(request, context)
      }
    }
    return router
  }
}

/// Answers OPTIONS, and methods that a path does not have (RFC 9110, sections 9.3.7 and 15.5.6).
struct MethodGuard: RouterMiddleware {
  typealias Context = ServerContext

  let routes: [ServerRoute]

  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let path = request.uri.path.split(separator: "/")
    // Of the whole server, as `OPTIONS *` asks.
    let isAll = path == ["*"]
    let own = routes.filter { isAll || $0.matches(path) }.map(\.method)
    guard !own.isEmpty else {
      throw TasksError.notFound("There is no such path; GET /openapi.json describes all.")
    }
    var methods = Set(own.map(\.rawValue) + ["OPTIONS"])
    if own.contains(.get) { methods.insert("HEAD") }
    let allow = HTTPFields([HTTPField(name: .allow, value: methods.sorted().joined(separator: ", "))])
    if request.method == .options { return Response(status: .noContent, headers: allow) }
    guard methods.contains(request.method.rawValue) else {
      throw HTTPError(
        .methodNotAllowed, headers: allow,
        message:
          "\(request.method.rawValue.prefix(16)) is not allowed here; allowed: \(methods.sorted().joined(separator: ", "))."
      )
    }
    return try await next(request, context)
  }
}
