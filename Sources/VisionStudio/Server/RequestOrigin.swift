import Hummingbird
import HTTPTypes

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

  init(_ request: Request) {
    authority = request.head.authority?.lowercased()
    host = authority.flatMap(Self.name)
    origin = request.headers[.origin]?.lowercased()
    site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
    let mode = HTTPField.Name("Sec-Fetch-Mode").flatMap { request.headers[$0] }
    isNavigation = request.method == .get && mode == "navigate"
  }

  /// Whether the page of another site sent the request. Browsers say so in one header or the other; programs say nothing.
  var isForeign: Bool {
    if let origin, origin != "http://" + (authority ?? "") { return true }
    if let site, site != "same-origin", site != "none" { return !isNavigation }
    return false
  }

  /// Whether the name is an address in numbers, which no other site's name can be made to point to.
  var isNumeric: Bool {
    guard let host else { return false }
    return host.contains(":") || host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { UInt8($0) != nil }
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
