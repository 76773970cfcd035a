import Hummingbird

/// Who answers which request.
struct StudioRouter {
  let options: StudioOptions
  let token: String
  let port: ListeningPort
  let visits: SessionStore

  /// The router with all routes; each request passes the guard first.
  var router: Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ErrorAnswers())
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
