import HTTPTypes
import Hummingbird

/// Adds security headers to every response. Browsers then run, load and embed only what the server allows.
package struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
  /// What no response may do, whatever its server allows.
  private static var basePolicy: [String] {
    ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
  }

  private static func headers(allowing sources: [String], camera: Bool) -> [(String, String)] {
    [
      ("Content-Security-Policy", (basePolicy + sources).joined(separator: "; ")),
      ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Embedder-Policy", "require-corp"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Permissions-Policy", "camera=(\(camera ? "self" : "")), microphone=(), geolocation=(), display-capture=()"),
      ("Cache-Control", "no-store"),
    ]
  }

  private let fields: HTTPFields

  /// - Parameters:
  ///   - sources: What pages of this server may load, as directives of a content security policy; nothing by default.
  ///   - camera: Whether they may use the camera; false by default.
  package init(allowing sources: [String] = [], camera: Bool = false) {
    var fields = HTTPFields()
    for (name, value) in Self.headers(allowing: sources, camera: camera) {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    self.fields = fields
  }

  package func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    for field in fields where response.headers[field.name] == nil { response.headers.append(field) }
    return response
  }
}
