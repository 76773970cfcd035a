import Hummingbird
import VisionCore
import VisionHTTP

/// Accepts only requests that name this server as host, come from a program, and have the token.
///
/// The token is needed on this machine, too, since its other users can reach the port. Probes of health need none.
struct TokenGuard: RouterMiddleware {
  typealias Context = ServerContext

  /// The token; nil when none is needed.
  let token: String?
  let rules: AccessRules
  /// The routes that need no token.
  let open: [ServerRoute]

  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    try rules.check(request)
    let path = request.uri.path.split(separator: "/")
    if let token, !open.contains(where: { $0.matches(path) }) {
      guard let given = AccessRules.bearer(of: request), RandomToken.areEqual(given, token) else {
        throw TasksError(
          .unauthenticatedError, "The token is missing or wrong; send the header Authorization: Bearer TOKEN.")
      }
    }
    return try await next(request, context)
  }
}
