import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The example's server as a process of its own, on a free port of this machine. Sendable: `Process` is used by one test at a
/// time.
final class RunningServer: @unchecked Sendable {
  /// The program beside the tests.
  private static let program = CommandLine.arguments
    .map { URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("PoseServer") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  let process = Process()
  private let base: URL
  private let session: URLSession
  private let output = Pipe()
  private let log = Pipe()

  init() throws {
    let model = try TestResources.model("pose_landmarker_lite.task")
    process.executableURL = try #require(Self.program, "the package's programs are not built")
    process.arguments = [model, "0"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = log
    try process.run()
    // The log tells the port.
    var text = ""
    var port: Substring?
    while port == nil {
      let more = log.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the server ended before it was ready: \(text)")
      text += String(decoding: more, as: UTF8.self)
      port = text.firstMatch(of: /127\.0\.0\.1:(\d+)/)?.1
    }
    base = try #require(port.flatMap { URL(string: "http://127.0.0.1:\($0)") })
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 120
    configuration.httpMaximumConnectionsPerHost = 64
    session = URLSession(configuration: configuration)
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// Sends a photo.
  func post(_ photo: Data) async throws -> ServerAnswer {
    var request = URLRequest(url: base.appendingPathComponent("poses"))
    request.httpMethod = "POST"
    request.httpBody = photo
    return try await answer(to: request)
  }

  /// How many requests wait.
  func waiting() async throws -> Int {
    let load = try await answer(to: URLRequest(url: base.appendingPathComponent("load")))
    return try #require(try load.waiting)
  }

  private func answer(to request: URLRequest) async throws -> ServerAnswer {
    let (body, response) = try await session.data(for: request)
    return ServerAnswer(status: try #require(response as? HTTPURLResponse).statusCode, body: body)
  }

  /// The memory that the server has, in megabytes.
  func residentMegabytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1])) / 1024
  }

  /// Waits for the end; what was written to standard output, and the exit status.
  func end() throws -> (output: String, status: Int32) {
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: rest, as: UTF8.self), process.terminationStatus)
  }
}

/// What the server answered.
struct ServerAnswer: Sendable {
  let status: Int
  let body: Data

  /// The number of people in a photo.
  var people: Int? {
    get throws { (try json()["landmarks"] as? [[[Double]]])?.count }
  }

  /// The message of a refusal.
  var message: String? {
    get throws { (try json()["error"] as? [String: Any])?["message"] as? String }
  }

  /// How many requests wait.
  var waiting: Int? {
    get throws { try json()["waiting"] as? Int }
  }

  private func json() throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
  }
}
