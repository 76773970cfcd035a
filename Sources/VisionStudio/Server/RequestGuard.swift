import HTTPTypes
import Hummingbird
import VisionErrors

/// Lets in only requests that bring the token, were meant for this server, and come from its own page or from a program.
///
/// The address that is printed has the token, and a cookie keeps it; other users of this machine reach the port as well.
/// Unless other machines may come, the name in `Host` has to be one of this machine's, so that no other site can have its own
/// name point here. A page of another site says in `Origin` or `Sec-Fetch-Site` that it is one.
struct RequestGuard<Context: RequestContext>: RouterMiddleware {
  let token: String
  let port: ListeningPort
  /// Whether other machines may come, by names that are not known here, and with HTTPS in front.
  let acceptsAnyName: Bool

  /// Cookies go to all ports of a name: two servers side by side need two names.
  private var cookieName: String { "vision-studio-\(port.number)" }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let origin = RequestOrigin(request)
    guard isKnown(origin) else {
      throw TasksError(.permissionDeniedError, "This server does not answer to the name in the header Host.")
    }
    guard !origin.isForeign(acceptsHTTPS: acceptsAnyName) else {
      throw TasksError(.permissionDeniedError, "The page of another site asked; only this server's own page may.")
    }
    if request.uri.path == "/", let given = request.uri.queryParameters.get("token") {
      try check(given)
      return entrance(origin)
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

  /// Sets the cookie and goes on to the page without the token in its address.
  private func entrance(_ origin: RequestOrigin) -> Response {
    let cookie = "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict"
    guard origin.comesFromElsewhere else {
      return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie])
    }
    // A redirection would be a part of what began elsewhere, where browsers leave the cookie out: a page of our own goes on.
    var headers: HTTPFields = [.setCookie: cookie, .contentType: "text/html; charset=utf-8"]
    if let refresh = HTTPField.Name("Refresh") { headers[refresh] = "0;url=/" }
    let page = "<!doctype html><title>Vision Studio</title><a href=\"/\">Vision Studio</a>"
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
  }
}
