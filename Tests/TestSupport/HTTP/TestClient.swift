import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Speaks to a server as a program does.
package struct TestClient: Sendable {
  package struct Answer: Sendable {
    package let status: Int
    package let headers: [String: String]
    package let body: Data

    /// The body as JSON.
    package func json() throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    }

    /// The message of an error.
    package var message: String { ((try? json())?["error"] as? [String: Any])?["message"] as? String ?? "" }
  }

  package let base: URL
  /// What it brings along; nil for a stranger.
  package let token: String?
  private let session: URLSession

  /// - Parameters:
  ///   - address: The server's address; the path is passed over.
  ///   - token: What it brings along; nil for a stranger.
  package init(_ address: URL, token: String?) {
    self.token = token
    base = URL(string: "http://127.0.0.1:\(address.port ?? 0)") ?? address
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.timeoutIntervalForRequest = 120
    session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
  }

  /// Shows redirections in place of following them.
  private final class NoRedirects: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
  }

  package func send(
    _ method: String, _ path: String, headers: [String: String] = [:], body: Data? = nil
  ) async throws -> Answer {
    var request = URLRequest(url: try #require(URL(string: base.absoluteString + path)))
    request.httpMethod = method
    request.httpBody = body
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await session.data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    let fields = http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    return Answer(status: http.statusCode, headers: Dictionary(fields) { $1 }, body: data)
  }

  package func get(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
    try await send("GET", path, headers: headers)
  }

  package func post(_ path: String, json: String) async throws -> Answer {
    try await send("POST", path, headers: ["Content-Type": "application/json"], body: Data(json.utf8))
  }
}
