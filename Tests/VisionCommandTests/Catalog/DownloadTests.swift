import Foundation
import Testing
import VisionCore

@testable import VisionCatalog

@Suite("Fetching from the official address")
struct DownloadTests {
  @Test("the file arrives, is checked and leaves nothing else behind")
  func download() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes)
    defer { server.stop() }
    let log = ProgressLog()
    let path = try sandbox.catalog(address: server.address).fetch("sample", progress: log.add)
    #expect(path == sandbox.file.path)
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
    #expect(sandbox.leftovers == ["sample.task"])
    #expect(server.ranges == [nil])
    #expect(log.all.first == FetchProgress(source: .official, completedByteCount: 0, byteCount: 500_000))
    #expect(log.all.last == FetchProgress(source: .official, completedByteCount: 500_000, byteCount: 500_000))
    #expect(log.all.map(\.completedByteCount) == log.all.map(\.completedByteCount).sorted())
  }

  @Test("an interrupted download fails, keeps what came, and the next one asks for the rest only")
  func resume() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes, .init(cutsFirstAnswerAfter: 200_000))
    defer { server.stop() }
    let catalog = sandbox.catalog(address: server.address)
    let error = #expect(throws: TasksError.self) { try catalog.fetch("sample") }
    #expect(error?.code == .unavailableError)
    #expect(sandbox.leftovers == ["sample.task.part"])
    let kept = try #require(FileDigest.size(of: sandbox.part))
    #expect((1...200_000).contains(kept))
    try catalog.fetch("sample")
    #expect(server.ranges == [nil, "bytes=\(kept)-"])
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
    #expect(sandbox.leftovers == ["sample.task"])
  }

  @Test("a server without ranges sends the whole file, which replaces the part")
  func noRanges() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes, .init(honoursRange: false))
    defer { server.stop() }
    try sandbox.write(sandbox.bytes.prefix(1000), to: sandbox.part)
    try sandbox.catalog(address: server.address).fetch("sample")
    #expect(server.ranges == ["bytes=1000-"])
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
  }

  @Test("a part of another file is found out by the hash, and the download starts over", arguments: [1000, 500_000])
  func wrongPart(count: Int) throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes)
    defer { server.stop() }
    try sandbox.write([UInt8](repeating: 1, count: count), to: sandbox.part)
    try sandbox.catalog(address: server.address).fetch("sample")
    #expect(server.ranges.last == .some(nil))
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
    #expect(sandbox.leftovers == ["sample.task"])
  }

  @Test("a part longer than the file does no harm")
  func longPart() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes)
    defer { server.stop() }
    try sandbox.write([UInt8](repeating: 1, count: 600_000), to: sandbox.part)
    try sandbox.catalog(address: server.address).fetch("sample")
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
  }

  @Test(
    "another file of the same length, or of another, is refused and not left behind",
    arguments: [500_000, 499_999, 600_000])
  func wrongFile(count: Int) throws {
    let sandbox = try Sandbox()
    let server = try TestServer([UInt8](repeating: 3, count: count))
    defer { server.stop() }
    #expect(throws: TasksError.self) { try sandbox.catalog(address: server.address).fetch("sample") }
    #expect(sandbox.leftovers.isEmpty)
  }

  @Test("an address that answers with an error is named in the message", arguments: [404, 503])
  func status(status: Int) throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes, .init(status: status))
    defer { server.stop() }
    let error = #expect(throws: TasksError.self) { try sandbox.catalog(address: server.address).fetch("sample") }
    #expect(error?.message.contains(server.address) == true)
    #expect(error?.message.contains("\(status)") == true)
    #expect(sandbox.leftovers.isEmpty)
  }

  @Test("many fetches at once download once, and all get the file")
  func concurrentFetches() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes)
    defer { server.stop() }
    let catalog = sandbox.catalog(address: server.address)
    let log = ProgressLog()
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      _ = try? catalog.fetch("sample") { if $0.completedByteCount == $0.byteCount { log.add($0) } }
    }
    #expect(server.ranges.count == 1)
    #expect(log.all.filter { $0.source == .cache }.count == 5)
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
  }
}
