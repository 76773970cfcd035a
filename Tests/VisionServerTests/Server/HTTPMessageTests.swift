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
}
