import HTTPTypes
import Hummingbird

/// Adds security headers to every response: the page may load this server's own files and use the camera, nothing else.
struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
  private static var policy: String {
    [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "media-src 'self' blob:",
      "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }

  private static var headers: [(String, String)] {
    [
      ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Embedder-Policy", "require-corp"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Permissions-Policy", "camera=(self), microphone=(), geolocation=(), display-capture=()"),
      ("Cache-Control", "no-store"),
    ]
  }

  private let fields: HTTPFields = {
    var fields = HTTPFields()
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
  }()

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    for field in fields where response.headers[field.name] == nil { response.headers.append(field) }
    return response
  }
}
