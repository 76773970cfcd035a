import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionCatalog

@Suite("The catalog")
struct CatalogTests {
  @Test("every entry is complete, and no two share a name or a file")
  func entries() {
    let entries = ModelCatalog(environment: [:]).entries
    #expect(Set(entries.map(\.name)).count == entries.count)
    #expect(Set(entries.map(\.fileName)).count == entries.count)
    for entry in entries {
      #expect(entry.sha256.count == 64 && entry.sha256.allSatisfy { $0.isHexDigit && !$0.isUppercase }, "\(entry.name)")
      #expect(entry.byteCount > 0)
      if let address = entry.officialAddress { #expect(address.hasPrefix("https://") && URL(string: address) != nil) }
    }
  }

  @Test(
    "sizes and hashes are those of the published files",
    .needs(.shared))
  func publishedFiles() throws {
    let sandbox = try Sandbox()
    let mirror = URL(filePath: try SharedFolder.path("models"))
    let models = ModelCatalog(entries: CatalogEntry.models, cache: sandbox.cache, mirror: mirror)
    for entry in models.entries where !SharedFolder.absentModels.contains(entry.name) {
      let path = try models.fetch(entry.name)
      #expect(try models.path(of: entry.name) == path)
    }
  }

  @Test("the cache follows XDG, and falls back to the home folder")
  func cacheFolder() {
    let home = "/home/someone"
    let cases: [([String: String], String)] = [
      (["XDG_CACHE_HOME": "/var/x", "HOME": home], "/var/x/swift-vision-tasks"),
      (["XDG_CACHE_HOME": "", "HOME": home], "/home/someone/.cache/swift-vision-tasks"),
      (["XDG_CACHE_HOME": "relative", "HOME": home], "/home/someone/.cache/swift-vision-tasks"),
      (["HOME": home], "/home/someone/.cache/swift-vision-tasks"),
      ([:], FileManager.default.homeDirectoryForCurrentUser.path + "/.cache/swift-vision-tasks"),
      (["HOME": ""], FileManager.default.homeDirectoryForCurrentUser.path + "/.cache/swift-vision-tasks"),
    ]
    for (environment, path) in cases { #expect(CacheFolder(environment: environment).root.path == path) }
    #expect(CacheFolder(environment: ["HOME": home]).libraries.path == "/home/someone/.cache/swift-vision-tasks/lib")
  }

  @Test("an unknown name is refused with the names there are")
  func unknownName() throws {
    let catalog = try Sandbox().catalog()
    let error = #expect(throws: TasksError.self) { try catalog.fetch("nonsense") }
    #expect(error?.code == .notFoundError)
    #expect(error?.message.contains("sample") == true)
  }

  @Test("a path is given for fetched files only, and the message says how to fetch")
  func paths() throws {
    let sandbox = try Sandbox()
    let catalog = sandbox.catalog()
    let error = #expect(throws: TasksError.self) { try catalog.path(of: "sample") }
    #expect(error?.message.contains("vision models fetch sample") == true)
    try sandbox.write(sandbox.bytes.dropLast(), to: sandbox.file)
    #expect(!catalog.isCached(sandbox.entry()))
    try sandbox.write(sandbox.bytes, to: sandbox.file)
    #expect(try catalog.path(of: "sample") == sandbox.file.path)
  }

  @Test("a cache that others fill may be without write permission, and have links")
  func readOnlyCache() throws {
    let sandbox = try Sandbox()
    let catalog = sandbox.catalog()
    // Where the lock would be is a folder, so that it cannot be taken; permissions would not stop root.
    let lock = sandbox.cache.models.appendingPathComponent(".sample.task.lock")
    try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: true)
    #expect(throws: TasksError.self) { try catalog.fetch("sample") }
    let original = sandbox.root.appendingPathComponent("original.bin")
    try FileManager.default.createSymbolicLink(at: sandbox.file, withDestinationURL: original)
    #expect(catalog.isCached(sandbox.entry()))
    #expect(try catalog.path(of: "sample") == sandbox.file.path)
    #expect(try catalog.fetch("sample") == sandbox.file.path)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.file.path) == original.path)
  }

  @Test("a name of the catalog and a path are both resolved")
  func resolve() throws {
    let sandbox = try Sandbox()
    let catalog = sandbox.catalog()
    try sandbox.write(sandbox.bytes, to: sandbox.file)
    #expect(try catalog.resolve("sample") == sandbox.file.path)
    let other = sandbox.root.appendingPathComponent("other.task")
    try sandbox.write([1], to: other)
    #expect(try catalog.resolve(other.path) == other.path)
    #expect(throws: TasksError.self) { try catalog.resolve("absent.task") }
    let error = #expect(throws: TasksError.self) { try catalog.resolve("") }
    #expect(error?.message.hasPrefix("The empty name is neither a file nor a model of the catalog") == true)
  }
}
