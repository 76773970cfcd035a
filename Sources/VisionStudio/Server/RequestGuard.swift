import HTTPTypes
import Hummingbird
import VisionErrors

/// Lets in only requests that were meant for this server and sent by its own page or by a program of this machine.
///
/// The name in `Host` has to be one of this machine's, so that no other site can have its own name point here. A page of
/// another site says in `Origin` or `Sec-Fetch-Site` that it is one. With a token, as where other machines reach the server,
/// each request brings it: the address that is printed has it, and a cookie keeps it. Then every name counts as the
/// server's, since a cookie goes to the name alone under which it was given.
struct RequestGuard<Context: RequestContext>: RouterMiddleware {
  let token: String?

  private static var cookieName: String { "vision-studio" }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let origin = RequestOrigin(request)
    guard isKnown(origin) else {
      throw TasksError(.permissionDeniedError, "This server does not answer to the name in the header Host.")
    }
    guard !origin.isForeign(acceptsHTTPS: token != nil) else {
      throw TasksError(.permissionDeniedError, "The page of another site asked; only this server's own page may.")
    }
    guard let token else { return try await next(request, context) }
    if request.uri.path == "/", let given = request.uri.queryParameters.get("token") {
      try check(given, token)
      return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie(token)])
    }
    try check(credential(of: request), token)
    return try await next(request, context)
  }

  private func isKnown(_ origin: RequestOrigin) -> Bool {
    guard let name = origin.host else { return false }
    return token != nil || RequestOrigin.loopbackNames.contains(name)
  }

  private func credential(of request: Request) -> String? {
    if let bearer = request.headers[.authorization], bearer.hasPrefix("Bearer ") { return String(bearer.dropFirst(7)) }
    return request.cookies[Self.cookieName]?.value
  }

  private func check(_ given: String?, _ token: String) throws {
    guard let given, RandomToken.areEqual(given, token) else {
      throw TasksError(
        .unauthenticatedError, "The token is missing or wrong; open the address that `vision studio` printed.")
    }
  }

  private func cookie(_ token: String) -> String { "\(Self.cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict" }
}
