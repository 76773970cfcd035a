import HTTPTypes
import Hummingbird
import VisionErrors
import VisionHTTP

/// Accepts only requests that have the token, name this server as host, and come from its own page or from a program.
///
/// The token is needed because other users of this machine can reach the port. The printed address contains it, and a cookie
/// stores it. `AccessRules` checks host and origin.
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
    let origin = try AccessRules(acceptsAnyName: acceptsAnyName).check(request)
    if request.uri.path == "/", let given = request.uri.queryParameters.get("token") {
      try check(given)
      return redirectToPage(origin)
    }
    try check(credential(of: request))
    return try await next(request, context)
  }

  private func credential(of request: Request) -> String? {
    AccessRules.bearer(of: request) ?? request.cookies[cookieName]?.value
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
