import Hummingbird
import VisionConcurrency

/// Builds the router.
struct StudioRouter {
  let options: StudioOptions
  let token: String
  let port: ListeningPort
  let visits: SessionStore

  /// The router with all routes, behind `RequestGuard`.
  var router: Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ErrorMiddleware())
    router.add(middleware: RequestGuard(token: token, port: port, acceptsAnyName: !options.isLoopback))
    PageRoutes(assets: PageAssets(folder: options.pageFolder)).add(to: router)
    CatalogRoutes(catalog: options.catalog, limits: options.limits).add(to: router)
    SessionRoutes(visits: visits).add(to: router)
    LiveRoutes(visits: visits).add(to: router)
    FileRoutes(visits: visits).add(to: router)
    JobRoutes(visits: visits).add(to: router)
    ModelRoutes(visits: visits).add(to: router)
    return router
  }
}

/// The port of the running server; 0 before it listens.
final class ListeningPort: Sendable {
  private let value = Locked(0)

  var number: Int {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
