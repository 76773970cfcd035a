import Hummingbird
import VisionCore
import VisionHTTP

/// Takes private paths out of the messages of errors, wherever they come from.
struct PathHiding<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as TasksError {
      throw TasksError(error.code, PrivateFolder.hidingPaths(in: error.message))
    }
  }
}

/// Builds the router.
struct StudioRouter {
  let options: StudioOptions
  let token: String
  let port: ListeningPort
  let visits: SessionStore

  /// The page loads this server's own files.
  private static let sources = [
    "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "media-src 'self' blob:", "connect-src 'self'",
    "manifest-src 'self'",
  ]

  /// The router with all routes, behind `RequestGuard`.
  var router: Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: SecurityHeaders(allowing: Self.sources, camera: true))
    router.add(middleware: ErrorMiddleware())
    router.add(middleware: PathHiding())
    router.add(middleware: RequestGuard(token: token, port: port, acceptsAnyName: !options.address.isLoopback))
    PageRoutes(assets: PageAssets(folder: options.pageFolder)).add(to: router)
    CatalogRoutes(catalog: options.catalog, limits: options.limits, fetches: ModelFetches(options.catalog))
      .add(to: router)
    SessionRoutes(visits: visits).add(to: router)
    LiveRoutes(visits: visits).add(to: router)
    FileRoutes(visits: visits).add(to: router)
    JobRoutes(visits: visits).add(to: router)
    ModelRoutes(visits: visits).add(to: router)
    return router
  }
}
