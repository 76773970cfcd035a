import HTTPTypes
import Hummingbird
import VisionCore

/// What every request has to satisfy: it names this server as its host, and no page of another site sent it.
///
/// Unless remote access is allowed, `Host` must be a loopback name, which prevents DNS rebinding. `Origin` and
/// `Sec-Fetch-Site` identify cross-site requests.
package struct AccessRules: Sendable {
  /// Whether remote clients are allowed, which may use any host name, and HTTPS through a proxy.
  private let acceptsAnyName: Bool

  package init(acceptsAnyName: Bool) { self.acceptsAnyName = acceptsAnyName }

  /// Checks host and origin.
  ///
  /// - Returns: The request's origin.
  /// - Throws: `HTTPError` without one valid `Host`; `TasksError` with `permissionDeniedError`.
  @discardableResult
  package func check(_ request: Request) throws -> RequestOrigin {
    let origin = RequestOrigin(request)
    guard let name = origin.host else {
      throw HTTPError(.badRequest, message: "The request needs one Host header, with a name and perhaps a port.")
    }
    guard acceptsAnyName || RequestOrigin.loopbackNames.contains(name) else {
      throw TasksError(.permissionDeniedError, "The Host header does not name this server.")
    }
    guard !origin.isCrossSiteRequest(acceptsHTTPS: acceptsAnyName) else {
      throw TasksError(.permissionDeniedError, "Requests from pages of other sites are not allowed.")
    }
    return origin
  }

  /// The token of `Authorization: Bearer`; nil without one.
  package static func bearer(of request: Request) -> String? {
    let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
    // The name of a scheme has no case (RFC 9110, section 11.1).
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    return words[1].drop { $0 == " " }.description
  }
}
