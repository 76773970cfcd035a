import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionServer

@Suite("Habits of HTTP clients", .needs(.shared), .timeLimit(.minutes(3)))
struct HTTPHabitsTests {
  /// Sends bytes on a connection that stays open, and gives what comes back until the server closes it, or all of so many responses.
  private func exchange(
    _ server: RunningServer, _ text: String, endsSending: Bool = false, responses: Int? = nil
  ) throws -> String {
    let connection = try RawConnection(port: server.port)
    connection.send(text)
    if endsSending { connection.endSending() }
    let answer = connection.received(within: 20) { answer in
      responses.map { String(decoding: answer, as: UTF8.self).components(separatedBy: "{\"").count > $0 } ?? false
    }
    return String(decoding: answer, as: UTF8.self)
  }

  @Test("HEAD and OPTIONS are answered wherever GET is, and wrong methods are told the right ones")
  func methods() async throws {
    let server = try await RunningServer()
    let stranger = TestClient(server.ready.url, token: nil)
    let head = try await stranger.send("HEAD", "/v2/health/ready")
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(try await server.client.send("HEAD", "/v2/models/hand").status == 200)
    #expect(try await stranger.send("HEAD", "/v2").status == 401)
    let options = try await stranger.send("OPTIONS", "/v2/health/ready")
    #expect(options.status == 204 && options.headers["allow"] == "GET, HEAD, OPTIONS")
    let plain = try await server.client.send("OPTIONS", "/v1/hand")
    #expect(plain.status == 204 && plain.headers["allow"] == "OPTIONS, POST")
    for (method, path, allowed) in [
      ("GET", "/v1/hand", "OPTIONS, POST"), ("PUT", "/v2/health/live", "GET, HEAD, OPTIONS"),
      ("POST", "/v1/hand/streams/x", "DELETE, OPTIONS"), ("DELETE", "/v2/models/hand", "GET, HEAD, OPTIONS"),
    ] {
      let answer = try await server.client.send(method, path)
      #expect(answer.status == 405 && answer.headers["allow"] == allowed, "\(method) \(path): \(answer)")
    }
    #expect(try await server.client.send("OPTIONS", "/nothing").status == 404)
    #expect(
      try exchange(
        server,
        "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer \(server.ready.token ?? "")\r\n\r\n"
      ).hasPrefix("HTTP/1.1 204"))
    try await server.stop()
  }

  @Test("HTTP/1.0 ends with the response unless the client keeps the connection, and needs no Host")
  func oldVersion() async throws {
    let server = try await RunningServer()
    let start = ContinuousClock.now
    let plain = try exchange(server, "GET /v2/health/live HTTP/1.0\r\n\r\n")
    #expect(plain.hasPrefix("HTTP/1.0 200 ") && plain.lowercased().contains("connection: close"), "\(plain)")
    #expect(plain.hasSuffix("{\"live\":true}") && ContinuousClock.now - start < .seconds(5))
    let kept = "GET /v2/health/live HTTP/1.0\r\nHost: localhost\r\nConnection: Keep-Alive\r\n\r\n"
    let both = try exchange(server, kept + kept, responses: 2)
    #expect(both.components(separatedBy: "HTTP/1.0 200 ").count == 3, "\(both)")
    #expect(both.lowercased().contains("connection: keep-alive"))
    let closing = try exchange(
      server, "GET /v2/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: Close\r\n\r\n")
    #expect(closing.hasPrefix("HTTP/1.1 200 ") && closing.hasSuffix("{\"live\":true}"), "\(closing)")
    try await server.stop()
  }

  @Test("A request has one Host, whatever the others say")
  func hosts() async throws {
    let server = try await RunningServer()
    for hosts in ["Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\nhost: evil.example\r\n", ""] {
      let answer = try exchange(server, "GET /v2/health/live HTTP/1.1\r\n\(hosts)Connection: close\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("one Host"), "\(answer)")
    }
    try await server.stop()
  }

  @Test("Trailing slashes of probes, and the case of `bearer`, do not matter")
  func forms() async throws {
    let server = try await RunningServer()
    let stranger = TestClient(server.ready.url, token: nil)
    #expect(try await stranger.get("/v2/health/live/").status == 200)
    #expect(try await stranger.get("/v2/health/ready/").status == 200)
    for scheme in ["bearer", "BEARER", "Bearer"] {
      let headers = ["Authorization": "\(scheme) \(server.ready.token ?? "")"]
      #expect(try await stranger.get("/v2", headers: headers).status == 200, "\(scheme)")
    }
    for wrong in ["Basic \(server.ready.token ?? "")", "bearer", "bearer \((server.ready.token ?? "").dropLast())"] {
      #expect(try await stranger.get("/v2", headers: ["Authorization": wrong]).status == 401, "\(wrong)")
    }
    try await server.stop()
  }

  @Test("A client that closes its sending side gets its answer")
  func halfClosed() async throws {
    let server = try await RunningServer()
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    let expected = String(decoding: try await server.client.send("POST", "/v1/hand", body: image).body, as: UTF8.self)
    let connection = try RawConnection(port: server.port)
    connection.send(
      "POST /v1/hand HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ready.token ?? "")\r\n"
        + "Content-Length: \(image.count)\r\n\r\n")
    connection.send(image)
    connection.endSending()
    let answer = String(decoding: connection.received(within: 30), as: UTF8.self)
    #expect(answer.contains("HTTP/1.1 200 ") && answer.hasSuffix(expected), "\(answer)")
    let old = try exchange(server, "GET /v2/health/live HTTP/1.0\r\n\r\n", endsSending: true)
    #expect(old.hasSuffix("{\"live\":true}"), "\(old)")
    try await server.stop()
  }

  @Test("Keys of the query that a path does not read, or has twice, are refused")
  func query() async throws {
    let server = try await RunningServer()
    let image = try SharedFolder.mediaData("coffee.png")
    let opened = try await server.client.send("POST", "/v1/hand/streams").json()
    let frames = "/v1/hand/streams/\(try #require(opened["stream"] as? String))/frames"
    for path in ["/v1/hand?numHands=5", frames + "?tiem=99", frames + "?time=1&time=2", "/v1/hand/streams?x="] {
      let answer = try await server.client.send("POST", path, body: image)
      #expect(answer.status == 400 && answer.message.contains("query"), "\(path): \(answer.message)")
    }
    #expect(try await server.client.get("/v2/models/hand?version=1").status == 400)
    #expect(try await server.client.send("POST", frames + "?time=1", body: image).status == 200)
    try await server.stop()
  }

  @Test("Answers have their keys in the same order every time")
  func order() async throws {
    let server = try await RunningServer()
    for path in ["/v2/models/hand", "/v2", "/openapi.json"] {
      let first = try await server.client.get(path).body
      for _ in 0..<3 { #expect(try await server.client.get(path).body == first) }
    }
    try await server.stop()
  }

  @Test("A Unix socket answers as a port does, is its user's alone, and is not taken from another server")
  func unixSocket() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("vision.sock")
    let server = try await RunningServer { $0.socket = path }
    #expect(server.ready.address == "unix:\(path)")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    await #expect(throws: TasksError.self) { _ = try await RunningServer { $0.socket = path } }
    if let curl = SystemCommand.find("curl") {
      let process = Process()
      process.executableURL = curl
      process.arguments = ["-sf", "--unix-socket", path, "http://localhost/v2/health/live"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "{\"live\":true}")
      process.waitUntilExit()
    }
    try await server.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A server about to end is not ready, and still answers, for the time that it was given")
  func drain() async throws {
    let server = try await RunningServer { $0.drainSeconds = 3 }
    let image = try SharedFolder.mediaData("coffee.png")
    #expect(try await server.client.get("/v2").headers["connection"] == nil)
    server.beginStop()
    var ready = try await server.client.get("/v2/health/ready")
    for _ in 0..<50 where ready.status == 200 {
      try await Task.sleep(for: .milliseconds(20))
      ready = try await server.client.get("/v2/health/ready")
    }
    let isReady = try ready.json()["ready"] as? Bool
    #expect(ready.status == 503 && isReady == false)
    #expect(try await server.client.get("/v2/models/hand/ready").status == 503)
    #expect(try await server.client.get("/v2/health/live").status == 200)
    let other = TestClient(server.ready.url, token: server.ready.token)
    let answer = try await other.send("POST", "/v1/hand", body: image)
    #expect(answer.status == 200)
    // Else a client would send its next request to a server that is gone.
    #expect(answer.headers["connection"]?.lowercased() == "close")
    try await server.stop()
  }
}
