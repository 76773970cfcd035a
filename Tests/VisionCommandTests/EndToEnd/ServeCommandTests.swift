import Foundation
import TestSupport
import Testing

@Suite("The command serve", .needs(.command))
struct ServeCommandTests {
  /// Serves the models of `shared`, whatever this user has fetched.
  private func arguments(_ further: String...) throws -> [String] {
    [
      "serve", "--port", "0", "--model-folder", try SharedFolder.path("models"), "--model",
      "two=hand:hand_landmarker.task?numHands=2",
    ]
      + further
  }

  @Test(
    "It says its address, answers, and SIGTERM ends it with 0; a token of the environment is not printed",
    .needs(.shared))
  func run() async throws {
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = try arguments(
      "--model", "cats=detect:efficientdet_lite0_int8?categoryAllow=cta&displayNamesLocale=xx")
    process.environment = ProcessInfo.processInfo.environment.merging(["VISION_SERVE_TOKEN": "from-the-environment"]) {
      $1
    }
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(said.hasPrefix("Vision serves two, cats at http://127.0.0.1:") && !said.contains("environment"), "\(said)")
    let address = try #require(said.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http") })
    let client = TestClient(try #require(URL(string: String(address))), token: "from-the-environment")
    #expect(try await client.get("/v2/models/two/ready").status == 200)
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let log = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(log.contains("\"message\":\"ready\"") && log.contains("\"message\":\"stopped\""), "\(log)")
    #expect(!log.contains("from-the-environment"))
    let lines = log.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }, "\(log)")
    let locale = lines.filter { $0.contains("displayNamesLocale is xx") }
    #expect(
      locale.count == 1 && locale[0].contains("\"level\":\"warning\"") && locale[0].contains("\"model\":\"cats\""))
    #expect(
      log.contains("categoryAllow: the model does not know \\\"cta\\\"") && log.contains("\"model\":\"cats\""), "\(log)"
    )
  }

  @Test("Wrong usage ends with 2, a model that is missing with 3, a port that cannot be had with 1")
  func errors() throws {
    for arguments in [
      ["--host", "0.0.0.0"], ["--port", "70000"], ["--token", "short"], ["--queue", "-1"], ["--log-level", "loud"],
      ["--config", "/nonexistent"], ["--no-token", "--token", "abcdefghijkl"], ["--queue-seconds", "nan"],
    ] {
      let run = try CommandRun(["serve"] + arguments)
      #expect(run.status == 2 && run.errors.contains("Error: "), "\(arguments): \(run)")
    }
    let variable = try CommandRun(["serve"], environment: ["VISION_SERVE_PROT": "1"])
    #expect(variable.status == 2 && variable.errors.contains("VISION_SERVE_PROT"), "\(variable)")
    let folder = try TemporaryFolder()
    let missing = try CommandRun(["serve", "--model", "hand"], environment: ["XDG_CACHE_HOME": folder.url.path])
    #expect(missing.status == 3 && missing.errors.contains("vision models fetch"), "\(missing)")
  }

  @Test("An address that is not this machine's cannot be used", .needs(.shared))
  func address() throws {
    let run = try CommandRun(arguments("--host", "203.0.113.7", "--allow-remote"))
    #expect(run.status == 1 && run.errors.contains("203.0.113.7"), "\(run)")
    let unknown = try CommandRun(arguments("--host", "nosuch.invalid", "--allow-remote"))
    #expect(unknown.status == 1 && unknown.errors.contains("the name is unknown"), "\(unknown)")
    #expect(!unknown.errors.contains("SocketAddress"), "\(unknown)")
  }
}
