import Foundation
import TestSupport
import Testing
import VisionCore
import VisionTasks

@testable import VisionServer

@Suite("The server's options come from flags, variables and a file by one description")
struct ServerOptionsTests {
  private func file(_ json: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.path("serve.json")
    try Data(json.utf8).write(to: URL(filePath: path))
    return path
  }

  private func message(_ body: () throws -> Void) -> String {
    do { try body() } catch let error as TasksError { return error.message } catch { return "\(error)" }
    return ""
  }

  @Test("Flags precede variables, which precede the file, which precedes defaults")
  func precedence() throws {
    let folder = try TemporaryFolder()
    let path = try file(
      #"{"port": 1, "queue": 2, "images": 3, "maxImages": 4, "model": ["pose"]}"#.replacing(
        #""images": 3, "#, with: ""), in: folder)
    let options = try ServerOptions(
      flags: ["port": .number(3)],
      environment: [
        "VISION_SERVE_PORT": "2", "VISION_SERVE_QUEUE": "5", "VISION_SERVE_MODEL": "hand gesture",
        "VISION_SERVE_TOKEN": "",
        "VISION_SERVE_ALLOW_REMOTE": "true",
      ], file: path)
    #expect(options.port == 3 && options.queue == 5 && options.images == 4 && options.queueSeconds == 5)
    #expect(options.models == ["hand", "gesture"] && options.token == nil && options.allowsRemote)
  }

  @Test("Each option has one flag, variable and key, and takes its own default")
  func names() throws {
    #expect(Set(ServerOption.all.map(\.name)).count == ServerOption.all.count)
    let option = try #require(ServerOption.all.first { $0.name == "queue-seconds" })
    #expect(option.variable == "VISION_SERVE_QUEUE_SECONDS" && option.key == "queueSeconds")
    for option in ServerOption.all {
      // These depend on the machine.
      guard let text = option.defaultText, !["sessions", "max-memory", "streams"].contains(option.name) else {
        continue
      }
      #expect(throws: Never.self) { try option.value(parsing: text, source: option.name) }
    }
  }

  @Test(
    "What is not allowed is refused with its source, its value and what is allowed",
    arguments: [
      ("VISION_SERVE_PORT", "70000", "VISION_SERVE_PORT is 70000; allowed are whole numbers from 0 to 65535."),
      ("VISION_SERVE_PORT", "1.5", "VISION_SERVE_PORT is 1.5; allowed are whole numbers from 0 to 65535."),
      ("VISION_SERVE_QUEUE", "many", "VISION_SERVE_QUEUE is \"many\"; it takes whole numbers from 0 to 10000."),
      (
        "VISION_SERVE_QUEUE_SECONDS", "nan",
        "VISION_SERVE_QUEUE_SECONDS is nan; allowed are numbers from 0.01 to 86400."
      ),
      (
        "VISION_SERVE_STOP_SECONDS", "0", "VISION_SERVE_STOP_SECONDS is 0; allowed are numbers from 1 to 86400."
      ),
      ("VISION_SERVE_NO_TOKEN", "yes", "VISION_SERVE_NO_TOKEN is \"yes\"; it takes true or false."),
    ])
  func wrongVariables(_ name: String, _ value: String, _ expected: String) {
    #expect(message { _ = try ServerOptions(flags: [:], environment: [name: value], file: nil) } == expected)
  }

  @Test("Misspelt names are refused, in the environment and in the file; other programs' variables are not")
  func unknownNames() throws {
    let folder = try TemporaryFolder()
    #expect(
      message { _ = try ServerOptions(flags: [:], environment: ["VISION_SERVE_PROT": "1"], file: nil) }.contains(
        "VISION_SERVE_PROT"))
    #expect(throws: Never.self) { try ServerOptions(flags: [:], environment: ["VISION_STUDIO_TOKEN": "x"], file: nil) }
    for (json, part) in [
      (#"{"prot": 1}"#, "\"prot\""), (#"{"port": "x"}"#, "port in the configuration file"), (#"[1]"#, "no JSON object"),
      (#"{"port": {"a": 1}}"#, "no JSON object"), ("{", "no JSON object"), ("", "empty"),
    ] {
      let path = try file(json, in: folder)
      #expect(message { _ = try ServerOptions(flags: [:], environment: [:], file: path) }.contains(part), "\(json)")
    }
    #expect(
      message { _ = try ServerOptions(flags: [:], environment: [:], file: folder.path("none")) }.contains("missing"))
    #expect(
      message { _ = try ServerOptions(flags: [:], environment: [:], file: folder.path("")) }.contains("is a folder"))
  }

  @Test("Variables by which Kubernetes describes a Service named vision-serve are passed over")
  func kubernetes() throws {
    let options = try ServerOptions(
      flags: [:],
      environment: [
        "VISION_SERVE_SERVICE_HOST": "10.0.0.1", "VISION_SERVE_SERVICE_PORT_HTTP": "80",
        "VISION_SERVE_PORT": "tcp://10.0.0.1:80", "VISION_SERVE_PORT_80_TCP_ADDR": "10.0.0.1",
      ], file: nil)
    #expect(options.port == ServerOptions().port)
    for name in ["VISION_SERVE_SERVICE", "VISION_SERVE_PORT_X", "VISION_SERVE_PORTS"] {
      #expect(throws: TasksError.self) { try ServerOptions(flags: [:], environment: [name: "1"], file: nil) }
    }
  }

  @Test("The largest request fits into the memory")
  func memory() {
    var options = ServerOptions()
    (options.requestBytes, options.memory) = (1_000_000, 41_000_000)
    #expect(throws: Never.self) { try options.validate() }
    options.memory = 40_999_999
    #expect(message { try options.validate() }.contains("41000000"))
  }

  @Test("Requests and streams get what the models leave of a container's memory; options that are set stay")
  func memoryPlan() {
    let large = MemoryPlan(ServerOptions(), available: 16_000_000_000, used: 200_000_000)
    #expect(large == MemoryPlan(memory: 1_000_000_000, streams: 16))
    let small = MemoryPlan(ServerOptions(), available: 512_000_000, used: 150_000_000)
    #expect(small.streams == 1 && (180_000_000...300_000_000).contains(small.memory), "\(small)")
    let none = MemoryPlan(ServerOptions(), available: 100_000_000, used: 150_000_000)
    #expect(none == MemoryPlan(memory: 10_000_000, streams: 1))
    var options = ServerOptions()
    (options.memory, options.streams) = (700_000_000, 9)
    #expect(MemoryPlan(options, available: 1, used: 0) == MemoryPlan(memory: 700_000_000, streams: 9))
  }

  @Test("Other machines only when allowed, and no token only on this machine")
  func access() {
    func isAllowed(_ change: (inout ServerOptions) -> Void) -> Bool {
      var options = ServerOptions()
      change(&options)
      return message { try options.validate() }.isEmpty
    }
    #expect(isAllowed { _ in } && isAllowed { $0.needsNoToken = true } && isAllowed { $0.token = "abcdefghijkl" })
    #expect(!isAllowed { $0.host = "0.0.0.0" } && !isAllowed { $0.token = "short" })
    #expect(!isAllowed { ($0.host, $0.allowsRemote, $0.needsNoToken) = ("0.0.0.0", true, true) })
    #expect(!isAllowed { ($0.token, $0.needsNoToken) = ("abcdefghijkl", true) })
  }
}
