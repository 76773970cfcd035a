import Foundation
import TestSupport
import Testing

@Suite("The command serve in a small container", .needs(.command), .needs(.shared), .timeLimit(.minutes(5)))
struct ServeLimitTests {
  /// A server that a shell starts, after it has limited itself.
  private final class LimitedServer {
    let client: TestClient
    let port: Int
    let said: String
    private let process = Process()
    private let errors: TemporaryFolder

    init(_ limit: String, _ arguments: [String] = []) throws {
      errors = try TemporaryFolder()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        [
          "-c", limit + #"; exec "$0" "$@""#, CommandRun.executable?.path ?? "", "serve", "--port", "0", "--no-token",
          "--model-folder", try SharedFolder.path("models"), "--model", "hand=hand:hand_landmarker.task",
        ] + arguments
      let output = Pipe()
      try errors.write("", "log")
      process.standardOutput = output
      process.standardError = try FileHandle(forWritingTo: errors.url.appendingPathComponent("log"))
      try process.run()
      var said = ""
      while !said.contains("Ctrl-C") {
        let part = output.fileHandleForReading.availableData
        guard !part.isEmpty else { break }
        said += String(decoding: part, as: UTF8.self)
      }
      self.said = said
      let address = try #require(
        said.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http") }.flatMap { URL(string: String($0)) })
      port = address.port ?? 0
      client = TestClient(address, token: nil)
    }

    var log: String { (try? errors.text("log")) ?? "" }
    var isRunning: Bool { process.isRunning }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Ends the server by a signal; its status.
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
      send(signal)
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }
  }

  @Test("With 64 descriptors it lives under 200 clients, and answers when they are gone")
  func descriptors() async throws {
    let server = try LimitedServer("ulimit -n 64")
    #expect(server.log.contains("The limit of open files is 64"), "\(server.log)")
    var clients: [RawConnection] = []
    let request = "GET /v2/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for number in 0..<200 {
      // A connection that is refused is no fault.
      guard let client = try? RawConnection(port: server.port) else { continue }
      client.send(number % 2 == 0 ? request : "POST /v1/hand HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")
      clients.append(client)
    }
    try await Task.sleep(for: .seconds(1))
    #expect(server.isRunning)
    clients.removeAll()
    // Until the server has read that they left, their half requests fill its table, and a new connection is refused.
    try await eventually { (try? await server.client.get("/v2/health/live"))?.status == 200 }
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    #expect(try await server.client.send("POST", "/v1/hand", body: image).status == 200)
    #expect(server.end() == 0)
  }

  @Test("With too few descriptors it says so, and does not crash", arguments: [16, 20, 24, 28, 32])
  func tooFewDescriptors(limit: Int) throws {
    let run = try CommandRun(
      [
        "serve", "--port", "0", "--no-token", "--model-folder", try SharedFolder.path("models"), "--model",
        "hand=hand:hand_landmarker.task",
      ], launcher: FaultLauncher.shell(#"ulimit -n \#(limit); exec "$@""#))
    #expect([1, 3].contains(run.status) && run.errors.contains("Error: "), "\(run)")
  }

  @Test("SIGHUP ends it as SIGTERM does, unless it was ignored at the start")
  func hangUp() throws {
    #expect(try LimitedServer("true").end(SIGHUP) == 0)
    let kept = try LimitedServer("trap '' HUP")
    kept.send(SIGHUP)
    Thread.sleep(forTimeInterval: 1)
    #expect(kept.isRunning)
    #expect(kept.end() == 0)
  }

  @Test("A port that is used is told in words")
  func usedPort() throws {
    let server = try LimitedServer("true")
    let run = try CommandRun([
      "serve", "--port", "\(server.port)", "--model-folder", try SharedFolder.path("models"), "--model",
      "hand=hand:hand_landmarker.task",
    ])
    #expect(run.status == 1 && run.errors.contains("another program uses it") && !run.errors.contains("NIO"), "\(run)")
    #expect(server.end() == 0)
  }

  @Test(
    "In 512 MB it answers 503 under 20 clients with 60 MB each, and lives", .only(.memoryGroup))
  func memory() async throws {
    let group = try #require(MemoryGroup(bytes: 512 << 20))
    let server = try LimitedServer("echo $$ > '\(group.processes)'")
    #expect(server.said.contains("536.9 MB of memory (the control group)"), "\(server.said)")
    let port = server.port
    let answers = await withTaskGroup(of: String.self) { tasks in
      for _ in 0..<20 {
        tasks.addTask {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: Self.upload(60, port: port)) }
          }
        }
      }
      return await tasks.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(answers.contains { $0.hasPrefix("HTTP/1.1 503 ") }, "\(answers)")
    #expect(answers.allSatisfy { $0.isEmpty || $0.hasPrefix("HTTP/1.1 503 ") || $0.hasPrefix("HTTP/1.1 400 ") })
    #expect(server.isRunning)
    let image = try SharedFolder.mediaData("thumb_up_teal.png")
    #expect(try await server.client.send("POST", "/v1/hand", body: image).status == 200)
    #expect(server.end() == 0)
  }

  /// Sends so many megabytes as one body; the first line of the answer.
  private static func upload(_ megabytes: Int, port: Int) -> String {
    guard let client = try? RawConnection(port: port) else { return "" }
    client.send("POST /v1/hand HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(megabytes * 1_000_000)\r\n\r\n")
    let part = Data(count: 1_000_000)
    var answer = Data()
    for _ in 0..<megabytes {
      guard client.send(part) else { break }
      // A refusal comes while the body is sent, and the connection is closed soon after it.
      answer += client.received(within: 0.001) { !$0.isEmpty }
      guard answer.isEmpty else { break }
    }
    if answer.isEmpty { answer = client.received(within: 30) { $0.contains(10) } }
    return String(decoding: answer.prefix { $0 != 13 }, as: UTF8.self)
  }
}
