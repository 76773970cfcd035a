import Foundation
import Testing
import VisionCore

@testable import VisionCatalog

@Suite("What servers do on the way to a file")
struct TransferTests {
  @Test("redirects are followed, relative ones as well, and what is asked for goes along")
  func redirects() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes, .init(redirects: ["/other?a=b", "elsewhere"]))
    defer { server.stop() }
    try sandbox.write(sandbox.bytes.prefix(1000), to: sandbox.part)
    try sandbox.catalog(address: server.address).fetch("sample")
    let lines = server.requests.map { (request: String) -> String in String(request.prefix { $0 != "\r\n" }) }
    #expect(lines == ["GET /file HTTP/1.1", "GET /other?a=b HTTP/1.1", "GET /elsewhere HTTP/1.1"])
    #expect(server.ranges == [String?](repeating: "bytes=1000-", count: 3))
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
    #expect(sandbox.leftovers == ["sample.task"])
  }

  @Test(
    "no redirect leads out of the web",
    arguments: ["file:///etc/passwd", "ftp://127.0.0.1/file", "dict://127.0.0.1/file"])
  func otherProtocol(target: String) throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes, .init(redirects: [target]))
    defer { server.stop() }
    let error = #expect(throws: TasksError.self) { try sandbox.deliver(from: server.address) }
    #expect(error?.code == .unavailableError)
    #expect(server.requests.count == 1)
    #expect(sandbox.leftovers.isEmpty)
  }

  @Test("an address of another kind is not opened", arguments: ["file:///etc/hostname", "ftp://127.0.0.1/file"])
  func otherAddress(address: String) throws {
    let sandbox = try Sandbox()
    let error = #expect(throws: TasksError.self) { try sandbox.deliver(from: address) }
    #expect(error?.code == .unavailableError)
    #expect(sandbox.leftovers.isEmpty)
  }

  @Test("a part of a file goes on with the bytes that are missing only, whatever range the server names")
  func ranges() throws {
    let sandbox = try Sandbox()
    try sandbox.write(sandbox.bytes.prefix(10), to: sandbox.part)
    func begin(_ range: String, status: Int = 206, byteCount: Int? = nil) throws {
      let part = try PartFile(sandbox.part, expectedByteCount: 100) { _ in }
      try part.begin(HTTPResponseHead(status: status, contentRange: range, byteCount: byteCount))
    }
    try begin("bytes 10-99/100", byteCount: 90)
    try begin("bytes 10-99/*")
    for range in ["", "bytes 0-99/100", "bytes 11-99/100", "bytes 100-199/200", "bytes 1", "items 10-99/100"] {
      let error = #expect(throws: TasksError.self, "\(range)") { try begin(range) }
      #expect(error?.code == .dataLossError)
    }
    #expect(throws: TasksError.self) { try begin("bytes 10-98/99", byteCount: 89) }
  }

  @Test("redirects in a circle end, and so does one that leads nowhere")
  func circle() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes, .init(redirects: [String](repeating: "/file", count: 100)))
    defer { server.stop() }
    let error = #expect(throws: TasksError.self) { try sandbox.deliver(from: server.address) }
    #expect(error?.code == .unavailableError)
    #expect((2..<100).contains(server.requests.count))
    let nowhere = try TestServer(sandbox.bytes, .init(status: 304))
    defer { nowhere.stop() }
    let failure = #expect(throws: TasksError.self) { try sandbox.deliver(from: nowhere.address) }
    #expect(failure == TasksError(.unavailableError, "the server responded with status 304"))
    #expect(sandbox.leftovers.isEmpty)
  }

  @Test(
    "a server that falls silent is given up, what came stays, and the next try asks for the rest",
    arguments: [0, 20_000])
  func silence(count: Int) throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes, .init(stallsFirstAnswerAfter: count))
    defer { server.stop() }
    let error = #expect(throws: TasksError.self) { try sandbox.deliver(from: server.address, idleTimeout: 1) }
    #expect(error?.code == .unavailableError)
    let kept = FileDigest.size(of: sandbox.part)
    if count == 0 {
      #expect(kept == nil)
    } else {
      #expect((count - 500..<count).contains(kept ?? 0))
    }
    try sandbox.deliver(from: server.address, idleTimeout: 1)
    #expect(server.ranges == [nil, kept.map { "bytes=\($0)-" }])
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
  }

  @Test("a body in pieces, of a length that is not announced, arrives", arguments: [0, 1000])
  func pieces(there: Int) throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes, .init(comesInPieces: true))
    defer { server.stop() }
    if there > 0 { try sandbox.write(sandbox.bytes.prefix(there), to: sandbox.part) }
    try sandbox.deliver(from: server.address)
    #expect(server.requests.count == 1)
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
  }

  @Test(
    "a body that goes on for too long is ended, one that ends too early fails",
    arguments: [(600_000, 15), (400_000, 14)])
  func wrongLength(count: Int, code: UInt) throws {
    let sandbox = try Sandbox()
    let server = try TestServer(Array((sandbox.bytes + sandbox.bytes).prefix(count)), .init(comesInPieces: true))
    defer { server.stop() }
    let error = #expect(throws: TasksError.self) { try sandbox.deliver(from: server.address) }
    #expect(error?.code.rawValue == code)
    #expect(
      error?.message
        == (count > 500_000
          ? "the server sends more than 500000 bytes" : "the connection ended after 400000 of 500000 bytes"))
    #expect(sandbox.leftovers == (count > 500_000 ? [] : ["sample.task.part"]))
  }

  @Test("a range that was not asked for is not put into the file: the download starts over")
  func otherRange() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes, .init(rangeShift: 1))
    defer { server.stop() }
    try sandbox.write(sandbox.bytes.prefix(1000), to: sandbox.part)
    try sandbox.deliver(from: server.address)
    #expect(server.ranges == ["bytes=1000-", nil])
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
  }

  @Test("the bytes are asked for as they are")
  func identity() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes)
    defer { server.stop() }
    try sandbox.deliver(from: server.address)
    let lines = try #require(server.requests.first).lowercased().split(separator: "\r\n")
    #expect(lines.filter { $0.hasPrefix("accept-encoding:") } == ["accept-encoding: identity"])
  }

  @Test("a server that is not there is an error with a reason, and nothing is left")
  func nobody() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes)
    server.stop()
    let error = #expect(throws: TasksError.self) { try sandbox.deliver(from: server.address) }
    #expect(error?.code == .unavailableError)
    #expect(error?.message.isEmpty == false)
    #expect(sandbox.leftovers.isEmpty)
  }
}
