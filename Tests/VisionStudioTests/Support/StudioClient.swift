import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Speaks to a server as a program does.
struct StudioClient: Sendable {
  struct Answer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: Data

    /// The body as JSON.
    func json() throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    }

    /// The message of an error.
    var message: String { ((try? json())?["error"] as? [String: Any])?["message"] as? String ?? "" }
  }

  let base: URL
  /// What it brings along; nil for a stranger.
  let token: String?
  private let session: URLSession

  /// - Parameters:
  ///   - address: The server's address, with the token.
  ///   - isStranger: Whether the client does not know the token.
  init(_ address: URL, isStranger: Bool = false) {
    let query = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems
    token = isStranger ? nil : query?.first { $0.name == "token" }?.value
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

  func send(
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

  func get(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
    try await send("GET", path, headers: headers)
  }

  func post(_ path: String, json: String) async throws -> Answer {
    try await send("POST", path, headers: ["Content-Type": "application/json"], body: Data(json.utf8))
  }

  /// Begins a visit and gives its path.
  func visit() async throws -> String {
    let opened = try await send("POST", "/api/visits")
    return "/api/visits/" + (try #require(opened.json()["visit"] as? String))
  }

  /// Sends a file and gives its description.
  func upload(_ data: Data, name: String, to visit: String, as kind: String = "files") async throws -> Answer {
    try await send("POST", "\(visit)/\(kind)", headers: ["X-File-Name": name], body: data)
  }

  /// Runs a task over a file until it is done; gives the run's path and its last progress.
  func run(_ settings: String, on file: String, of visit: String) async throws -> (job: String, progress: [String: Any])
  {
    let begun = try await post("\(visit)/files/\(file)/jobs", json: settings)
    try #require(begun.status == 201, "\(begun.message)")
    let job = "\(visit)/jobs/" + (try #require(begun.json()["job"] as? String))
    while true {
      let progress = try await get(job).json()
      if ["done", "failed"].contains(progress["state"] as? String) { return (job, progress) }
      try await Task.sleep(for: .milliseconds(30))
    }
  }
}
