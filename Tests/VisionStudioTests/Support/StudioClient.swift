import Foundation
import TestSupport
import Testing

/// A program that uses the page's server.
typealias StudioClient = TestClient

extension TestClient {
  /// - Parameters:
  ///   - address: The page's address, with the token.
  ///   - isStranger: Whether the client does not know the token.
  init(_ address: URL, isStranger: Bool = false) {
    let query = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems
    self.init(address, token: isStranger ? nil : query?.first { $0.name == "token" }?.value)
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
