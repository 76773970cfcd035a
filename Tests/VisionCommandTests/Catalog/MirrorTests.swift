import Foundation
import Testing
import VisionCore

@testable import VisionCatalog

@Suite("Fetching from the cache and a mirror folder")
struct MirrorTests {
  @Test("a mirror's file is copied, and the network is left alone")
  func mirror() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes)
    defer { server.stop() }
    try sandbox.write(sandbox.bytes, to: sandbox.mirror.appendingPathComponent("sample.task"))
    try sandbox.write(sandbox.bytes.prefix(9), to: sandbox.part)
    let log = ProgressLog()
    try sandbox.catalog(address: server.address, usesMirror: true).fetch("sample", progress: log.add)
    #expect(server.ranges.isEmpty)
    #expect(log.all.map(\.source) == [.mirror, .mirror])
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
    #expect(sandbox.leftovers == ["sample.task"])
  }

  @Test("An address in the place of a model or the mirror's folder is named by its scheme: it may have a password")
  func addresses() {
    let address = "https://user:secret@host/folder"
    let catalog = ModelCatalog(environment: [ModelCatalog.mirrorVariable: address, "HOME": "/none"])
    let model = #expect(throws: TasksError.self) { try catalog.resolve(address) }
    #expect(model?.message.hasPrefix("https://… is neither a file nor a model") == true)
    let named = #expect(throws: TasksError.self) { try catalog.fetch(address) }
    #expect(named?.message.hasPrefix("There is no https://… in the catalog") == true)
    let mirror = MirrorSource(folder: URL(fileURLWithPath: address))
    #expect(mirror.place == "mirror folder https://…")
    #expect(MirrorSource(folder: URL(fileURLWithPath: "/a b")).place == "mirror folder /a b")
  }

  @Test("a file is fetched without blocking the caller's thread, and not at all for a cancelled task")
  func asynchronous() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(sandbox.bytes, to: sandbox.mirror.appendingPathComponent("sample.task"))
    let catalog = sandbox.catalog(usesMirror: true)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await catalog.fetchFile(named: "sample")
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(sandbox.leftovers == [])
    let log = ProgressLog()
    #expect(try await catalog.fetchFile(named: "sample", progress: log.add).path == sandbox.file.path)
    #expect(log.all.map(\.source) == [.mirror, .mirror])
    await #expect(throws: TasksError.self) { try await catalog.fetchFile(named: "nothing") }
  }

  @Test("a mirror's link is followed, so that the cache has the bytes themselves")
  func link() throws {
    let sandbox = try Sandbox()
    let original = sandbox.root.appendingPathComponent("original")
    try sandbox.write(sandbox.bytes, to: original)
    try FileManager.default.createSymbolicLink(
      at: sandbox.mirror.appendingPathComponent("sample.task"), withDestinationURL: original)
    try sandbox.catalog(usesMirror: true).fetch("sample")
    try FileManager.default.removeItem(at: original)
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
  }

  @Test("a mirror with another file of the name is passed over for the next source")
  func wrongMirror() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes)
    defer { server.stop() }
    try sandbox.write([UInt8](repeating: 0, count: 500_000), to: sandbox.mirror.appendingPathComponent("sample.task"))
    try sandbox.catalog(address: server.address, usesMirror: true).fetch("sample")
    #expect(server.ranges.count == 1)
    #expect(sandbox.leftovers == ["sample.task"])
  }

  @Test("a cached file of the right hash is used, a damaged one is fetched again")
  func cache() throws {
    let sandbox = try Sandbox()
    try sandbox.write(sandbox.bytes, to: sandbox.file)
    let log = ProgressLog()
    let catalog = sandbox.catalog(usesMirror: true)
    try catalog.fetch("sample", progress: log.add)
    #expect(log.all.map(\.source) == [.cache])
    try sandbox.write([UInt8](repeating: 0, count: 500_000), to: sandbox.file)
    try sandbox.write(sandbox.bytes, to: sandbox.mirror.appendingPathComponent("sample.task"))
    try catalog.fetch("sample")
    #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
  }

  @Test("when no source has the file, the message says why for each, and nothing is left behind")
  func nothingWorks() throws {
    let sandbox = try Sandbox()
    let server = try TestServer(sandbox.bytes, .init(status: 500))
    defer { server.stop() }
    let error = #expect(throws: TasksError.self) {
      try sandbox.catalog(address: server.address, usesMirror: true).fetch("sample")
    }
    #expect(error?.code == .unavailableError)
    #expect(error?.message.contains(sandbox.mirror.path) == true)
    #expect(error?.message.contains("status 500") == true)
    #expect(error?.message.contains("VISION_MODELS_MIRROR") == true)
    #expect(sandbox.leftovers.isEmpty)
  }

  @Test("an unwritable cache is reported, not worked around")
  func unwritableCache() throws {
    let sandbox = try Sandbox()
    try sandbox.write([1], to: sandbox.cache.root)
    let error = #expect(throws: TasksError.self) { try sandbox.catalog(usesMirror: true).fetch("sample") }
    #expect(error?.code == .permissionDeniedError)
    #expect(error?.message.contains(sandbox.cache.models.path) == true)
    #expect(error?.message.contains("XDG_CACHE_HOME=FOLDER") == true)
  }

  @Test(
    "a file copied from a mirror that may only be read has the mode of a downloaded one", arguments: [0o444, 0o600])
  func mode(ofMirror mode: Int) throws {
    let sandbox = try Sandbox()
    let original = sandbox.mirror.appendingPathComponent("sample.task")
    try sandbox.write(sandbox.bytes, to: original)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: original.path)
    try sandbox.catalog(usesMirror: true).fetch("sample")
    let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o644)
  }
}
