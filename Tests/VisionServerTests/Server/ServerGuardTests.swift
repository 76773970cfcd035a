import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionServer

@Suite("Who may use the server", .needs(.shared))
struct ServerGuardTests {
  @Test("Everything but the probes needs the token; without one only this machine's programs may come")
  func token() async throws {
    let server = try await RunningServer()
    #expect(server.ready.token?.count == 32)
    let stranger = TestClient(server.ready.url, token: nil)
    let wrong = TestClient(server.ready.url, token: String(repeating: "0", count: 32))
    for client in [stranger, wrong] {
      for path in ["/v2", "/v2/models/hand", "/metrics", "/openapi.json", "/nothing", "/v2/health/live/x"] {
        #expect(try await client.get(path).status == 401, "\(path)")
      }
      #expect(try await client.send("POST", "/v1/hand", body: Data("x".utf8)).status == 401)
      #expect(try await client.get("/v2/health/live").status == 200)
      #expect(try await client.get("/v2/health/ready").status == 200)
    }
    #expect(try await stranger.get("/v2").headers["www-authenticate"] == "Bearer")
    let text = String(decoding: try await server.client.get("/metrics").body, as: UTF8.self)
    #expect(text.contains("vision_requests_total{model=\"none\",outcome=\"refused\"} 15\n"), "\(text)")
    try await server.stop()

    let open = try await RunningServer { $0.needsNoToken = true }
    #expect(try await TestClient(open.ready.url, token: nil).get("/v2").status == 200)
    try await open.stop()
  }

  @Test("Other names of hosts and pages of other sites are refused, probes too")
  func origin() async throws {
    let server = try await RunningServer { $0.needsNoToken = true }
    func status(_ headers: String) async throws -> String {
      let request = "GET /v2/health/live HTTP/1.1\r\n\(headers)Connection: close\r\n\r\n"
      return try await RawConnection.status(of: Data(request.utf8), port: server.port)
    }
    #expect(try await status("Host: localhost\r\n") == "HTTP/1.1 200")
    #expect(try await status("Host: evil.example\r\n") == "HTTP/1.1 403")
    #expect(try await status("Host: localhost\r\nOrigin: http://evil.example\r\n") == "HTTP/1.1 403")
    #expect(try await status("Host: localhost\r\nSec-Fetch-Site: cross-site\r\n") == "HTTP/1.1 403")
    try await server.stop()

    // A proxy on this machine passes on its clients' names.
    let proxied = try await RunningServer { $0.allowsRemote = true }
    let request = Data("GET /v2/health/live HTTP/1.1\r\nHost: vision.example\r\nConnection: close\r\n\r\n".utf8)
    #expect(try await RawConnection.status(of: request, port: proxied.port) == "HTTP/1.1 200")
    try await proxied.stop()
    var options = ServerOptions()
    (options.allowsRemote, options.needsNoToken) = (true, true)
    #expect(throws: TasksError.self, "pages of any name could use the server") { try options.validate() }
  }

  @Test("Every response has the request's ID and headers that forbid browsers everything")
  func headers() async throws {
    let server = try await RunningServer()
    for (path, headers) in [
      ("/v2", ["X-Request-Id": "mine-1"]), ("/nothing", [:]), ("/v1/hand", ["X-Request-Id": "no good"]),
    ] {
      let answer = try await server.client.get(path, headers: headers)
      let id = try #require(answer.headers["x-request-id"])
      #expect(headers["X-Request-Id"] == "mine-1" ? id == "mine-1" : id.count == 32)
      #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
      #expect(answer.headers["permissions-policy"]?.contains("camera=()") == true)
    }
    try await server.stop()
  }
}
