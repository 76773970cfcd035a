import Foundation
import TestSupport
import Testing

@testable import VisionServer

@Suite("Bodies of requests", .needs(.shared))
struct ServerBodyTests {
  private func head(_ server: RunningServer, _ fields: String) -> Data {
    Data(
      "POST /v1/hand HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ready.token ?? "")\r\n\(fields)\r\n"
        .utf8)
  }

  @Test("A client that leaves during its upload is cancelled, not the server's failure")
  func left() async throws {
    let server = try await RunningServer()
    do {
      let connection = try RawConnection(port: server.port)
      connection.send(head(server, "Content-Length: 1000\r\n") + Data(count: 500))
      try await Task.sleep(for: .milliseconds(200))
    }
    let cancelled = "vision_requests_total{model=\"hand\",outcome=\"cancelled\"} 1\n"
    var text = ""
    for _ in 0..<100 where !text.contains(cancelled) {
      try await Task.sleep(for: .milliseconds(50))
      text = String(decoding: try await server.client.get("/metrics").body, as: UTF8.self)
    }
    #expect(text.contains(cancelled) && text.contains("{model=\"hand\",outcome=\"failed\"} 0\n"), "\(text)")
    #expect(text.contains("vision_request_memory_bytes 0\n"))
    try await server.stop()
  }

  @Test("Clients that ask whether to send their body are answered")
  func expectation() async throws {
    let server = try await RunningServer()
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    let connection = try RawConnection(port: server.port)
    connection.send(head(server, "Content-Length: \(image.count)\r\nExpect: 100-continue\r\nConnection: close\r\n"))
    connection.send(image)
    let answer = String(decoding: connection.received(within: 30), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 "), "\(answer)")
    try await server.stop()
  }

  @Test("A body in chunks is an image like any other, up to the limit", .timeLimit(.minutes(2)))
  func chunks() async throws {
    let server = try await RunningServer { $0.requestBytes = 2_000_000 }
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    func answer(_ body: Data) throws -> String {
      let connection = try RawConnection(port: server.port)
      connection.send(head(server, "Transfer-Encoding: chunked\r\nConnection: close\r\n"))
      var rest = body
      while !rest.isEmpty {
        let part = rest.prefix(100_000)
        rest = rest.dropFirst(part.count)
        connection.send(Data((String(part.count, radix: 16) + "\r\n").utf8) + part + Data("\r\n".utf8))
      }
      connection.send("0\r\n\r\n")
      return String(decoding: connection.received(within: 30), as: UTF8.self)
    }
    let line = String(decoding: try await server.client.send("POST", "/v1/hand", body: image).body, as: UTF8.self)
    let whole = try answer(image)
    #expect(whole.hasPrefix("HTTP/1.1 200 ") && whole.contains(line), "\(whole)")
    let long = try answer(Data(count: 2_000_001))
    #expect(long.hasPrefix("HTTP/1.1 413 ") && long.contains("the maximum is 2 MB"), "\(long)")
    let text = String(decoding: try await server.client.get("/metrics").body, as: UTF8.self)
    #expect(text.contains("vision_request_memory_bytes 0\n"), "\(text)")
    try await server.stop()
  }

  @Test("Forms and compressed bodies are refused with the reason and the right call")
  func otherForms() async throws {
    let server = try await RunningServer()
    let form = try await server.client.send(
      "POST", "/v1/hand", headers: ["Content-Type": "multipart/form-data; boundary=x"], body: Data("--x".utf8))
    #expect(form.status == 415 && form.message.contains("--data-binary"), "\(form.message)")
    let packed = try await server.client.send(
      "POST", "/v1/hand", headers: ["Content-Encoding": "gzip"], body: Data("x".utf8))
    #expect(packed.status == 415 && packed.message.contains("gzip") && packed.headers["accept-encoding"] == "identity")
    try await server.stop()
  }

  @Test("A request alone does not fill the queue, however many images it has")
  func manyImages() async throws {
    let server = try await RunningServer { ($0.sessions, $0.queue) = (1, 1) }
    let zeros = Array(repeating: "0", count: 20 * 12).joined(separator: ",")
    let json = #"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[20,2,2,3],"data":[\#(zeros)]}]}"#
    for _ in 0..<2 {
      #expect(try await server.client.send("POST", "/v2/models/hand/infer", body: Data(json.utf8)).status == 200)
    }
    try await server.stop()
  }

  @Test("A large response arrives whole, and its memory is free then")
  func largeResponse() async throws {
    let server = try await RunningServer()
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    var body = Data(
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[32],"parameters":{"binary_data_size":\#(32 * (image.count + 4))}}],"outputs":[{"name":"json"},{"name":"landmarks"},{"name":"world_landmarks"}]}"#
        .utf8)
    let length = body.count
    for _ in 0..<32 {
      withUnsafeBytes(of: UInt32(image.count).littleEndian) { body.append(contentsOf: $0) }
      body.append(image)
    }
    let answer = try await server.client.send(
      "POST", "/v2/models/hand/infer", headers: ["Inference-Header-Content-Length": "\(length)"], body: body)
    let outputs = try #require(try answer.json()["outputs"] as? [[String: Any]])
    #expect((outputs.last?["data"] as? [String])?.count == 32 && answer.body.count > 64_000, "\(answer.body.count)")
    var text = ""
    for _ in 0..<100 where !text.contains("vision_request_memory_bytes 0\n") {
      text = String(decoding: try await server.client.get("/metrics").body, as: UTF8.self)
    }
    #expect(text.contains("vision_request_memory_bytes 0\n"))
    try await server.stop()
  }
}
