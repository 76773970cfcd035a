import Foundation
import TestSupport
import Testing

@testable import VisionServer

@Suite("Messages of HTTP/1.1, to the byte", .needs(.shared), .timeLimit(.minutes(2)))
struct HTTPMessageTests {
  private let server: RunningServer

  init() async throws { server = try await RunningServer() }

  private func request(_ line: String, _ fields: String = "") -> String {
    "\(line) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ready.token ?? "")\r\n\(fields)\r\n"
  }

  /// All that the server says to some requests on one connection, the last of which closes it.
  private func answers(_ requests: String...) async throws -> String {
    let closing = request("GET /v2/health/live", "Connection: close\r\n")
    let answer = try await RawConnection.exchange(Data((requests.joined() + closing).utf8), port: server.port)
    return String(decoding: answer, as: UTF8.self)
  }

  @Test("No response to HEAD has content, refusals too: the client would take it for the next response")
  func head() async throws {
    let paths = ["/v2/health/live", "/v2", "/v2/models/hand/infer", "/v1/hand", "/nothing", "/v2?x=1"]
    for path in paths {
      let all = try await answers(request("HEAD \(path)"), request("HEAD \(path)"))
      let parts = all.components(separatedBy: "\r\n\r\n")
      #expect(parts.count == 4 && parts.last == #"{"live":true}"#, "\(path): \(all)")
      #expect(parts.allSatisfy { $0.hasPrefix("HTTP/1.1 ") || $0 == parts.last }, "\(path): \(all)")
      let get = try await answers(request("GET \(path)"))
      func length(_ answer: String) -> Substring? {
        answer.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
      }
      #expect(length(parts[0]) != nil, "\(path): \(all)")
      // A refusal of the method names it, so its length is another.
      if path != "/v1/hand", !path.hasSuffix("infer") { #expect(length(parts[0]) == length(get), "\(path): \(get)") }
    }
    try await server.stop()
  }

  @Test("Another transfer coding than chunks gets status 501, and its bytes are no image")
  func codings() async throws {
    for coding in ["gzip, chunked", "Deflate,chunked"] {
      let all = try await answers(
        request("POST /v1/hand", "Transfer-Encoding: \(coding)\r\n"), "3\r\nabc\r\n0\r\n\r\n")
      #expect(all.hasPrefix("HTTP/1.1 501 ") && all.contains("allowed is chunked"), "\(all)")
    }
    let chunked = try await answers(
      request("POST /v1/hand", "Transfer-Encoding: Chunked\r\n"), "3\r\nabc\r\n0\r\n\r\n")
    #expect(chunked.hasPrefix("HTTP/1.1 400 ") && chunked.hasSuffix(#"{"live":true}"#), "\(chunked)")
    try await server.stop()
  }

  @Test("What is no request is answered in words, with status 431 for headers beyond a limit")
  func malformed() async throws {
    let many = (0..<101).map { "X-\($0): 1\r\n" }.joined()
    let long = "X: " + String(repeating: "a", count: 17_000) + "\r\n"
    for (text, status, part) in [
      ("nonsense\r\n\r\n", 400, "RFC 9112"), (request("GET /v2", many), 431, "at most 100"),
      (request("GET /v2", long), 431, "16384"),
      (request("POST /v1/hand", "Content-Length: 1\r\nContent-Length: 2\r\n") + "ab", 400, "RFC 9112"),
    ] {
      let answer = String(
        decoding: try await RawConnection.exchange(Data(text.utf8), port: server.port), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.hasSuffix("}}"), "\(text.prefix(60)): \(answer)")
      #expect(answer.contains("{\"error\":{\"code\":") && answer.contains(part), "\(answer)")
    }
    try await server.stop()
  }

  @Test("Codes of unreserved characters are those characters, in paths and queries; others stay codes")
  func codes() async throws {
    let client = server.client
    #expect(try await client.get("/v2/models/%68an%64/ready").status == 200)
    #expect(try await client.get("/%76%32/models/hand").status == 200)
    let region = try await client.send("POST", "/v1/hand?%72oi=0.5,0,0.5,1", body: Data("x".utf8))
    #expect(region.status == 400 && region.message.contains("LEFT,TOP,RIGHT,BOTTOM"), "\(region.message)")
    #expect(try await client.get("/v2%2Fmodels/hand").status == 404)
    #expect(try await client.get("/v2/models/hand%2Fready").status == 404)
    #expect(try await client.get("/v2/models/%2568and").status == 404, "it is decoded once")
    for path in ["/v2/models/%00", "/v2/models/%FF", "/v2/models/%", "/v2/models/%zz"] {
      let answer = try await answers(request("GET \(path)"))
      #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(path): \(answer)")
    }
    try await server.stop()
  }

  @Test("A wish for another protocol is passed over, and what follows on its connection is not kept")
  func upgrades() async throws {
    let upgrade = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n"
    for (text, status) in [
      (request("GET /v2", upgrade), 200), (request("CONNECT localhost:80"), 404),
      (request("POST /v1/hand", upgrade + "Content-Length: 1\r\n") + "x", 400),
    ] {
      let connection = try RawConnection(port: server.port)
      connection.send(text)
      let answer = String(decoding: connection.received(within: 10), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.lowercased().contains("connection: close"), "\(answer)")
      // Else the next request would have no response, for ever.
      #expect(connection.isClosed(within: 0.1), "\(text)")
      #expect(!connection.send(Data(count: 50_000_000)), "it is neither kept nor waited for")
    }
    try await server.stop()
  }
}
