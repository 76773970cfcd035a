import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionResults
import VisionTasks

@testable import VisionServer

@Suite("Live frames in one long request", .needs(.shared), .timeLimit(.minutes(5)))
struct LiveTests {
  private let image: Data
  private let small: Data

  init() throws {
    image = try SharedFolder.mediaData("thumb_up_teal.png")
    small = try SharedFolder.mediaData("coffee.png")
  }

  /// The path of a new stream.
  private func open(_ server: RunningServer, _ model: String = "hand") async throws -> String {
    let opened = try await server.client.send("POST", "/v1/\(model)/streams").json()
    return "/v1/\(model)/streams/\(try #require(opened["stream"] as? String))"
  }

  private func code(_ line: String) throws -> Int? {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return (value?["error"] as? [String: Any])?["code"] as? Int
  }

  @Test("Each frame has its line before the next one is sent, tracked as in a video, to the byte")
  func lines() async throws {
    let server = try await RunningServer { $0.models = ["gesture"] }
    let own = try GestureRecognizer.makeTask(
      values: [:], modelPath: SharedFolder.model("gesture_recognizer.task"), mode: .video)
    let live = try LiveConnection(server, try await open(server, "gesture") + "/live")
    for frame in 0..<3 {
      live.send(image, seconds: Double(frame * 33) / 1000)
      let output = try own.output(
        of: MPImage(imageBuffer: ImageFile.decode(image)), timestampInMilliseconds: frame * 33)
      #expect(
        live.lines(1) == [try FrameRecord(file: nil, frame: frame, timestampMs: frame * 33, output: output).json()])
    }
    live.finish()
    #expect(live.rest().hasSuffix("0\r\n\r\n"))
    try await server.stop()
  }

  @Test("A frame that cannot be read has an error line, and the next ones are processed")
  func badFrames() async throws {
    let server = try await RunningServer { $0.pixels = 400_000 }
    let path = try await open(server)
    let live = try LiveConnection(server, path + "/live")
    live.send(image, seconds: 1)
    #expect(live.lines(1).count == 1)
    live.send(Data("no image".utf8), seconds: 2)
    let failed = live.lines(1)
    #expect(try failed.map(code) == [3] && failed[0].contains("\"timestampMs\":2000"), "\(failed)")
    live.send(Data())
    #expect(try live.lines(1).map(code) == [3])
    live.send(image, seconds: 1)
    #expect(try live.lines(1).map(code) == [3], "times rise")
    live.send(image, seconds: 3)
    let good = live.lines(1)
    #expect(try good.map(code) == [nil] && good[0].contains("\"frame\":1,"), "\(good)")
    live.finish()
    _ = live.rest()
    let text = String(decoding: try await server.client.get("/metrics").body, as: UTF8.self)
    #expect(text.contains("vision_requests_total{model=\"hand\",outcome=\"invalid\"} 3\n"), "\(text)")
    #expect(text.contains("vision_request_memory_bytes 0\n"))
    try await server.stop()
  }

  @Test("Without times frames have the time since the stream was opened, also in a later request")
  func arrival() async throws {
    let server = try await RunningServer()
    let path = try await open(server)
    var times: [Int] = []
    for _ in 0..<2 {
      let live = try LiveConnection(server, path + "/live")
      for _ in 0..<2 {
        live.send(small)
        let line = try #require(live.lines(1).first)
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        times.append(try #require(value?["timestampMs"] as? Int))
      }
      live.finish()
      _ = live.rest()
    }
    #expect(try await server.client.send("POST", path + "/frames", body: small).status == 200)
    #expect(times == times.sorted() && Set(times).count == 4 && times[3] < 600_000, "\(times)")
    try await server.stop()
  }

  @Test("With latest=true old frames are passed over while one is processed; without, none is")
  func latest() async throws {
    let server = try await RunningServer { $0.sessions = 1 }
    for (query, isWhole) in [("?latest=true", false), ("", true)] {
      let live = try LiveConnection(server, try await open(server) + "/live" + query)
      for frame in 0..<40 { live.send(image, seconds: Double(frame)) }
      live.finish()
      let lines = live.rest().split(separator: "\r\n").filter { $0.hasPrefix("{") }
      #expect(isWhole ? lines.count == 40 : (1..<40).contains(lines.count), "\(lines.count)")
      #expect(lines.last?.contains("\"timestampMs\":39000") == true)
    }
    try await server.stop()
  }

  @Test("A body that is no frames ends the response with an error line, and the connection")
  func noFrames() async throws {
    let server = try await RunningServer { $0.requestBytes = 1_000_000 }
    let path = try await open(server)
    for (body, expected) in [("--other\r\n", 3), ("--frame\r\nContent-Length: 1000001\r\n\r\n", 11)] {
      let live = try LiveConnection(server, path + "/live")
      live.sendChunk(Data(body.utf8))
      #expect(try live.lines(1).map(code) == [expected])
      _ = live.rest()
    }
    let cut = try LiveConnection(server, path + "/live")
    cut.sendChunk(Data("--frame\r\nContent-Length: 100\r\n\r\nabc".utf8))
    cut.finish()
    #expect(try cut.lines(1).map(code) == [15])
    let parts = "multipart/mixed; boundary=x"
    for (headers, query, status) in [
      (["Content-Type": "image/jpeg"], "", 415), (["Content-Type": parts, "Content-Encoding": "gzip"], "", 415),
      (["Content-Type": parts], "?latest=2", 400),
    ] {
      let answer = try await server.client.send("POST", path + "/live" + query, headers: headers, body: small)
      #expect(answer.status == status, "\(headers)")
    }
    #expect(try await server.client.send("POST", "/v1/hand/streams/none/live", body: small).status == 404)
    #expect(try await server.client.send("POST", path + "/frames", body: small).status == 200, "the stream is kept")
    try await server.stop()
  }

  @Test("A live request has its stream alone: others get 409 until it ends", .timeLimit(.minutes(2)))
  func twoAtOnce() async throws {
    let server = try await RunningServer()
    let path = try await open(server)
    let first = try LiveConnection(server, path + "/live")
    first.send(image)
    #expect(first.lines(1).count == 1)
    let second = try LiveConnection(server, path + "/live")
    second.send(image)
    #expect(second.rest().hasPrefix("HTTP/1.1 409 "))
    let frame = try await server.client.send("POST", path + "/frames", body: small)
    #expect(frame.status == 409 && frame.message.contains("live"), "\(frame.message)")
    first.send(image)
    #expect(try first.lines(1).map(code) == [nil], "the first one goes on")
    first.finish()
    _ = first.rest()
    #expect(try await server.client.send("POST", path + "/frames", body: small).status == 200)
    try await server.stop()
  }

  @Test("A server without streams says so, and not that one has to be closed")
  func noStreams() async throws {
    let server = try await RunningServer { $0.streams = 0 }
    let refused = try await server.client.send("POST", "/v1/hand/streams")
    #expect(refused.status == 400 && refused.message.contains("takes no streams"), "\(refused.message)")
    try await server.stop()
  }

  @Test("Closing a stream ends its live request, and its place is free only then", .timeLimit(.minutes(2)))
  func closed() async throws {
    let server = try await RunningServer { $0.streams = 1 }
    for _ in 0..<5 {
      let path = try await open(server)
      let live = try LiveConnection(server, path + "/live")
      live.send(image)
      #expect(live.lines(1).count == 1)
      #expect(try await server.client.send("POST", "/v1/hand/streams").status == 503, "one is the maximum")
      #expect(try await server.client.send("DELETE", path).status == 204)
      let rest = live.rest()
      #expect(rest.contains("The stream was closed.") && rest.hasSuffix("0\r\n\r\n"), "\(rest)")
      #expect(try await server.client.send("DELETE", path).status == 404)
    }
    let text = String(decoding: try await server.client.get("/metrics").body, as: UTF8.self)
    #expect(text.contains("vision_streams 0\n"), "\(text)")
    try await server.stop()
  }

  @Test("A client that leaves in a frame holds nothing, and its stream stays open")
  func left() async throws {
    let server = try await RunningServer()
    let path = try await open(server)
    do {
      let live = try LiveConnection(server, path + "/live")
      live.send(image)
      #expect(live.lines(1).count == 1)
      live.sendChunk(Data("--frame\r\nContent-Length: 100000\r\n\r\n".utf8) + Data(count: 50_000))
      try await Task.sleep(for: .milliseconds(200))
    }
    var text = ""
    for _ in 0..<100 where !text.contains("vision_request_memory_bytes 0\n") {
      try await Task.sleep(for: .milliseconds(50))
      text = String(decoding: try await server.client.get("/metrics").body, as: UTF8.self)
    }
    #expect(text.contains("vision_request_memory_bytes 0\n") && text.contains("vision_streams 1\n"), "\(text)")
    #expect(try await server.client.send("POST", path + "/frames", body: small).status == 200)
    try await server.stop()
  }

  @Test("A server that stops finishes the frame that it has, and ends the response")
  func stop() async throws {
    let server = try await RunningServer()
    let live = try LiveConnection(server, try await open(server) + "/live")
    live.send(image)
    #expect(live.lines(1).count == 1)
    let start = ContinuousClock.now
    server.beginStop()
    #expect(live.rest().hasSuffix("0\r\n\r\n"))
    try await server.stop()
    #expect(ContinuousClock.now - start < .seconds(20), "not after the 30 seconds that requests may take")
  }

  @Test("A client that stops sending within a frame is closed")
  func slow() async throws {
    let server = try await RunningServer()
    let live = try LiveConnection(server, try await open(server) + "/live")
    live.sendChunk(Data("--frame\r\nContent-Length: 100000\r\n\r\nabc".utf8))
    let start = ContinuousClock.now
    _ = live.rest()
    #expect(ContinuousClock.now - start < .seconds(40))
    try await server.stop()
  }
}
