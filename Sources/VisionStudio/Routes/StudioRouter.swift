import Hummingbird
import VisionHTTP

struct StudioRouter {
  let options: StudioOptions
  let token: String
  let port: Locked<Int>
  let visits: SessionStore

  private static let sources = [
    "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "media-src 'self' blob:", "connect-src 'self'",
    "manifest-src 'self'",
  ]

  var router: Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: SecurityHeaders(allowing: Self.sources, camera: true))
    router.add(middleware: ErrorMiddleware())
    router.add(middleware: PathHiding())
    router.add(middleware: RequestGuard(token: token, port: port, acceptsAnyName: options.allowsRemote))
    PageAssets(folder: options.pageFolder).add(to: router)
    CatalogRoutes(
      catalog: options.catalog, limits: options.limits, fetches: ModelFetches(options.catalog), visits: visits
    ).add(to: router)
    VisitRoutes(visits: visits, router: router).add()
    return router
  }
}

/// Accepts only requests that have the token, name this server as host, and come from its own page or from a program.
/// Other users of this machine can reach the port, so the printed address has the token, and a cookie stores it.
struct RequestGuard<Context: RequestContext>: RouterMiddleware {
  let token: String
  let port: Locked<Int>
  let acceptsAnyName: Bool

  /// Cookies are shared by all ports of a host, so the name contains the port.
  private var cookieName: String { "vision-studio-\(port.withLock { $0 })" }

  func handle(_ request: Request, context: Context, next: NextHandler<Context>) async throws -> Response {
    let origin = try AccessRules(acceptsAnyName: acceptsAnyName).check(request)
    do {
      if request.uri.path == "/", let given = request.uri.queryParameters.get("token") {
        try check(given)
        return redirectToPage(origin)
      }
      try check(AccessRules.bearer(of: request) ?? request.cookies[cookieName]?.value)
    } catch let error as TasksError where request.uri.path == "/" && request.method == .get {
      return Self.entrance(saying: error.message)
    }
    return try await next(request, context)
  }

  /// The page that asks for the token when the address lacks it.
  private static func entrance(saying message: String) -> Response {
    let nonce = RandomToken.make()
    let policy =
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; style-src 'nonce-\(nonce)'; img-src data:"
    // An empty icon: browsers ask for `/favicon.ico` otherwise, which needs the token.
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>Vision Studio</title>
      <style nonce="\(nonce)">body { max-width: 34em; margin: 12vh auto; padding: 0 20px; font: 16px/1.5 system-ui, sans-serif }
      input, button { font: inherit; padding: 6px 10px; max-width: 100% }</style>
      <h1>Vision Studio</h1><p>\(message.replacing("`", with: ""))</p>
      <form><p><label>Token <input name="token" size="34" autocomplete="off" required></label> <button>Open</button></p></form>

      """
    return Response(
      status: .unauthorized, headers: [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy],
      body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
  }

  private func check(_ given: String?) throws {
    guard let given, RandomToken.areEqual(given, token) else {
      throw TasksError(
        .unauthenticatedError, "The token is missing or wrong; open the address that `vision studio` printed.")
    }
  }

  /// Sets the cookie and redirects to the page without the token in its address.
  private func redirectToPage(_ origin: RequestOrigin) -> Response {
    let cookie = "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict"
    guard origin.isCrossSite else { return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie]) }
    // Browsers omit `SameSite=Strict` cookies after a cross-site redirect, so a page of ours refreshes instead.
    var headers: HTTPFields = [.setCookie: cookie, .contentType: "text/html; charset=utf-8"]
    headers[named: "Refresh"] = "0;url=/"
    let page = "<!doctype html><title>Vision Studio</title><a href=\"/\">Vision Studio</a>"
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
  }
}

/// Takes private paths out of the messages of errors, wherever they come from.
struct PathHiding<Context: RequestContext>: RouterMiddleware {
  func handle(_ request: Request, context: Context, next: NextHandler<Context>) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as TasksError {
      throw TasksError(error.code, PrivateFolder.hidingPaths(in: error.message))
    }
  }
}
