import Hummingbird

/// What every request has to satisfy: it can be read, names this server as its host, and no page of another site sent
/// it. Unless remote access is allowed, `Host` must be a loopback name, which prevents DNS rebinding.
package struct AccessRules: Sendable {
  /// Whether remote clients are allowed, which may use any host name, and HTTPS through a proxy.
  private let acceptsAnyName: Bool

  package init(acceptsAnyName: Bool) { self.acceptsAnyName = acceptsAnyName }

  @discardableResult package func check(_ request: Request) throws -> RequestOrigin {
    try request.checkForm()
    let origin = RequestOrigin(request)
    guard let name = origin.host else {
      throw HTTPError(.badRequest, message: "The request needs one Host header, with a name and perhaps a port.")
    }
    guard acceptsAnyName || ListeningAddress.isLoopback(name) else {
      throw TasksError(
        .permissionDeniedError,
        "The Host header is \"\(name.prefix(64))\"; this server is called localhost, \(ListeningAddress.loopback) or [::1]. With "
          + "--allow-remote it has any name.")
    }
    guard !origin.isCrossSiteRequest(acceptsHTTPS: acceptsAnyName) else {
      throw TasksError(.permissionDeniedError, "Requests from pages of other sites are not allowed.")
    }
    return origin
  }

  package static func bearer(of request: Request) -> String? {
    let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
    // The name of a scheme has no case (RFC 9110, section 11.1).
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    return words[1].drop { $0 == " " }.description
  }
}

package struct RequestOrigin {
  /// The lower-case name in `Host`, without port and brackets; nil when missing or malformed.
  let host: String?
  private let authority, origin, site: String?
  private let isNavigation: Bool

  /// Whether another site or a local file initiated the request, by `Sec-Fetch-Site`.
  package var isCrossSite: Bool { site.map { $0 != "same-origin" && $0 != "none" } ?? false }

  init(_ request: Request) {
    authority = request.head.authority?.lowercased()
    host = authority.flatMap(Self.name)
    origin = request.headers[.origin]?.lowercased()
    site = request.headers[named: "Sec-Fetch-Site"]
    isNavigation = request.method == .get && request.headers[named: "Sec-Fetch-Mode"] == "navigate"
  }

  /// Whether a page of another site sent the request, except by following a link to this page. Browsers set `Origin` or
  /// `Sec-Fetch-Site`; other programs set neither. A reverse proxy serves our page over HTTPS.
  func isCrossSiteRequest(acceptsHTTPS: Bool) -> Bool {
    let own = (acceptsHTTPS ? ["http://", "https://"] : ["http://"]).map { $0 + (authority ?? "") }
    if let origin, !own.contains(origin) { return true }
    return isCrossSite && !isNavigation
  }

  private static func name(in authority: String) -> String? {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let port = authority[authority.index(after: end)...]
      guard port.isEmpty || isPort(port) else { return nil }
      return String(authority[authority.index(after: authority.startIndex)..<end])
    }
    guard let colon = authority.firstIndex(of: ":") else { return authority.isEmpty ? nil : authority }
    return colon > authority.startIndex && isPort(authority[colon...]) ? String(authority[..<colon]) : nil
  }

  private static func isPort(_ text: Substring) -> Bool { text.first == ":" && UInt16(text.dropFirst()) != nil }
}

package enum RandomToken {
  /// 128 bits from the system's generator as 32 hexadecimal digits.
  package static func make() -> String {
    (0..<2).map { _ in String(format: "%016llx", UInt64.random(in: .min ... .max)) }.joined()
  }

  /// Compares two strings in constant time.
  package static func areEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension StringProtocol {
  /// Whether a text has only ASCII letters, digits and the given characters; it may stand in addresses and logs then.
  package func isPlain(or others: String) -> Bool {
    allSatisfy { ($0.isASCII && ($0.isLetter || $0.isNumber)) || others.contains($0) }
  }
}
