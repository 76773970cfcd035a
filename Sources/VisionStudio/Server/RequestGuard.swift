import HTTPTypes
import Hummingbird
import VisionErrors

/// Accepts only requests that have the token, name this server as host, and come from its own page or from a program.
///
/// The token is needed because other users of this machine can reach the port. The printed address contains it, and a cookie
/// stores it. Unless remote access is allowed, `Host` must be a loopback name, which prevents DNS rebinding. `Origin` and
/// `Sec-Fetch-Site` identify cross-site requests, which are rejected.
struct RequestGuard<Context: RequestContext>: RouterMiddleware {
  let token: String
  let port: ListeningPort
  /// Whether remote clients are allowed, which may use any host name, and HTTPS through a proxy.
  let acceptsAnyName: Bool

  /// Cookies are shared by all ports of a host, so the name contains the port.
  private var cookieName: String { "vision-studio-\(port.number)" }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let origin = RequestOrigin(request)
    guard isKnown(origin) else {
      throw TasksError(.permissionDeniedError, "The Host header does not name this server.")
    }
    guard !origin.isCrossSiteRequest(acceptsHTTPS: acceptsAnyName) else {
      throw TasksError(.permissionDeniedError, "Requests from pages of other sites are not allowed.")
    }
    if request.uri.path == "/", let given = request.uri.queryParameters.get("token") {
      try check(given)
      return redirectToPage(origin)
    }
    try check(credential(of: request))
    return try await next(request, context)
  }

  private func isKnown(_ origin: RequestOrigin) -> Bool {
    guard let name = origin.host else { return false }
    return acceptsAnyName || RequestOrigin.loopbackNames.contains(name)
  }

  private func credential(of request: Request) -> String? {
    if let bearer = request.headers[.authorization], bearer.hasPrefix("Bearer ") { return String(bearer.dropFirst(7)) }
    return request.cookies[cookieName]?.value
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
    guard origin.isCrossSite else {
      return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie])
    }
    // Browsers omit `SameSite=Strict` cookies when a cross-site navigation is redirected, so a page of ours refreshes instead.
    var headers: HTTPFields = [.setCookie: cookie, .contentType: "text/html; charset=utf-8"]
    if let refresh = HTTPField.Name("Refresh") { headers[refresh] = "0;url=/" }
    let page = "<!doctype html><title>Vision Studio</title><a href=\"/\">Vision Studio</a>"
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
  }
}
