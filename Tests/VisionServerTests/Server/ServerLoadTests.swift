import Foundation
import TestSupport
import Testing

@testable import VisionServer

@Suite("A busy server", .needs(.shared), .timeLimit(.minutes(5)))
struct ServerLoadTests {
  /// Sends so many requests at once and returns their answers.
  private func answers(_ server: RunningServer, count: Int) async throws -> [TestClient.Answer] {
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    return try await withThrowingTaskGroup(of: TestClient.Answer.self) { group in
      for _ in 0..<count {
        // A session each, since a session has few connections to a host.
        let client = TestClient(server.ready.url, token: server.ready.token)
        group.addTask { try await client.send("POST", "/v1/hand", body: image) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test("Beyond the queue's limit requests get 503 and Retry-After, and the metrics count them")
  func fullQueue() async throws {
    let server = try await RunningServer { ($0.sessions, $0.queue) = (1, 2) }
    let all = try await answers(server, count: 24)
    let dropped = all.filter { $0.status == 503 }
    #expect(Set(all.map(\.status)) == [200, 503] && all.count == 24)
    #expect(dropped.allSatisfy { $0.headers["retry-after"] == "1" && $0.message.contains("busy") })
    let text = String(decoding: try await server.client.get("/metrics").body, as: UTF8.self)
    #expect(text.contains("vision_requests_total{model=\"hand\",outcome=\"dropped\"} \(dropped.count)\n"))
    #expect(text.contains("vision_dropped_total \(dropped.count)\n") && text.contains("vision_queue_images 0\n"))
    #expect(text.contains("vision_requests_total{model=\"hand\",outcome=\"ok\"} \(24 - dropped.count)\n"))
    #expect(text.contains("vision_request_memory_bytes 0\n"))
    try await server.stop()
  }

  @Test("Images that wait too long get 503 at their deadline")
  func deadline() async throws {
    let server = try await RunningServer { ($0.sessions, $0.queue, $0.queueSeconds) = (1, 100, 0.05) }
    let all = try await answers(server, count: 40)
    let late = all.filter { $0.status == 503 }
    #expect(!late.isEmpty && late.allSatisfy { $0.message.contains("waited") && $0.headers["retry-after"] == "1" })
    #expect(all.contains { $0.status == 200 } && Set(all.map(\.status)) == [200, 503])
    #expect(try await answers(server, count: 1)[0].status == 200)
    try await server.stop()
  }

  @Test("Requests whose clients are gone are cancelled and do not run")
  func goneClients() async throws {
    let server = try await RunningServer { ($0.sessions, $0.queue) = (1, 300) }
    // Sent faster than it is worked on, and so often that requests still wait when the server looks for their clients.
    let image = BlankPNG.file(width: 320, height: 240)
    let head =
      "POST /v1/hand HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ready.token ?? "")\r\nContent-Length: \(image.count)\r\n\r\n"
    var connections: [RawConnection] = []
    for _ in 0..<240 {
      let connection = try RawConnection(port: server.port)
      connection.send(head)
      connection.send(image.dropLast())
      connections.append(connection)
    }
    // The ends of all at once.
    for connection in connections { connection.send(image.suffix(1)) }
    connections.removeAll()
    for _ in 0..<100 {
      try await Task.sleep(for: .milliseconds(50))
      let text = String(decoding: try await server.client.get("/metrics").body, as: UTF8.self)
      if text.contains("vision_requests_in_flight 1\n") { break }
    }
    let text = String(decoding: try await server.client.get("/metrics").body, as: UTF8.self)
    let cancelled = text.split(separator: "\n").first { $0.contains("outcome=\"cancelled\"") && $0.contains("hand") }
    let count = try #require(cancelled?.split(separator: " ").last.flatMap { Int($0) })
    // Some were answered before the server looked for their clients.
    #expect(count >= 20, "\(text)")
    #expect(text.contains("vision_queue_images 0\n"))
    #expect(try await server.client.send("POST", "/v1/hand", body: image).status == 200)
    try await server.stop()
  }

  @Test("Bad requests between good ones change no answer")
  func badNeighbours() async throws {
    let server = try await RunningServer()
    let good = try SharedFolder.mediaData("thumb_up_teal.png")
    let expected = try await server.client.send("POST", "/v1/hand", body: good).body
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask { [client = server.client] in
          switch number % 4 {
          case 0: #expect(try await client.send("POST", "/v1/hand", body: good).body == expected)
          case 1: #expect(try await client.send("POST", "/v1/hand", body: good.prefix(good.count / 2)).status == 400)
          case 2: #expect(try await client.send("POST", "/v2/models/hand/infer", body: Data("{".utf8)).status == 400)
          default:
            let request = Data("POST /v1/hand HTTP/9\r\n\r\n".utf8)
            let status = try await RawConnection.status(of: request, port: server.port)
            #expect(status == "HTTP/1.1 400")
          }
        }
      }
      try await group.waitForAll()
    }
    try await server.stop()
  }

  @Test("A server that stops finishes the requests that it has")
  func gracefulStop() async throws {
    let server = try await RunningServer { ($0.sessions, $0.queue) = (1, 100) }
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    let client = server.client
    let requests = (0..<4).map { _ in Task { try await client.send("POST", "/v1/hand", body: image).status } }
    for _ in 0..<100 {
      let text = String(decoding: try await client.get("/metrics").body, as: UTF8.self)
      if text.contains("vision_requests_in_flight 5\n") { break }
    }
    server.beginStop()
    for request in requests { #expect(try await request.value == 200) }
    try await server.stop()
    await #expect(throws: (any Error).self) { try await client.get("/v2/health/live") }
  }
}
