import HTTPTypes
import Hummingbird

/// Where a request comes from and whom it is meant for, by its headers.
struct RequestOrigin {
  /// The names by which this machine calls itself.
  static let loopbackNames: Set<String> = ["127.0.0.1", "localhost", "::1"]

  /// The name in the header Host, without port and brackets, in lower case; nil when it is missing or malformed.
  let host: String?
  private let authority: String?
  private let origin: String?
  private let site: String?
  private let isNavigation: Bool

  /// Whether something outside of this page leads here: a link of another site, or a file.
  var comesFromElsewhere: Bool { site.map { $0 != "same-origin" && $0 != "none" } ?? false }

  init(_ request: Request) {
    authority = request.head.authority?.lowercased()
    host = authority.flatMap(Self.name)
    origin = request.headers[.origin]?.lowercased()
    site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
    let mode = HTTPField.Name("Sec-Fetch-Mode").flatMap { request.headers[$0] }
    isNavigation = request.method == .get && mode == "navigate"
  }

  /// Whether the page of another site sent the request. Browsers say so in one header or the other; programs say nothing.
  ///
  /// - Parameter acceptsHTTPS: Whether the page may have come over HTTPS, by something that stands in front of this server.
  /// - Returns: True for another site's page, but for the link that leads here.
  func isForeign(acceptsHTTPS: Bool) -> Bool {
    let own = (acceptsHTTPS ? ["http://", "https://"] : ["http://"]).map { $0 + (authority ?? "") }
    if let origin, !own.contains(origin) { return true }
    return comesFromElsewhere && !isNavigation
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
