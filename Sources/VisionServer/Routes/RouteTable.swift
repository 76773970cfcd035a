import HTTPTypes
import Hummingbird
import Logging
import VisionErrors
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
}

extension ServerParts {
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
  func router(token: String?, acceptsAnyName: Bool, metrics: ServerMetrics, logger: Logger) -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.add(middleware: RequestLog(metrics: metrics, logger: logger))
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ErrorMiddleware(invalid: .badRequest) { $0.uri.path.hasPrefix("/v2") })
    let open = Set(routes.filter { !$0.needsToken }.map(\.path))
    router.add(
      middleware: TokenGuard(token: token, rules: AccessRules(acceptsAnyName: acceptsAnyName), openPaths: open))
    for route in routes {
      router.on(RouterPath(route.routerPath), method: route.method) { request, context in
        if route.isInference { context.record.setInference() }
        return try await route.answer(request, context)
      }
    }
    return router
  }
}
