import HTTPTypes
import Hummingbird

/// The origin and the intended host of a request, from its headers.
package struct RequestOrigin {
  /// The names of the loopback interface.
  package static let loopbackNames: Set<String> = ["127.0.0.1", "localhost", "::1"]

  /// The lower-case name in `Host`, without port and brackets; nil when missing or malformed.
  package let host: String?
  private let authority: String?
  private let origin: String?
  private let site: String?
  private let isNavigation: Bool

  /// Whether another site or a local file initiated the request, by `Sec-Fetch-Site`.
  package var isCrossSite: Bool { site.map { $0 != "same-origin" && $0 != "none" } ?? false }

  package init(_ request: Request) {
    authority = request.head.authority?.lowercased()
    host = authority.flatMap(Self.name)
    origin = request.headers[.origin]?.lowercased()
    site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
    let mode = HTTPField.Name("Sec-Fetch-Mode").flatMap { request.headers[$0] }
    isNavigation = request.method == .get && mode == "navigate"
  }

  /// Whether a page of another site sent the request. Browsers set `Origin` or `Sec-Fetch-Site`; other programs set neither.
  ///
  /// - Parameter acceptsHTTPS: Whether the page may have been served over HTTPS, by a reverse proxy.
  /// - Returns: True for a request of another site's page, except following a link to this page.
  package func isCrossSiteRequest(acceptsHTTPS: Bool) -> Bool {
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

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && UInt16(text.dropFirst()) != nil
  }
}
