import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

@Suite("Files that are not whole")
struct UnfinishedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test("A file takes its place when it is published, with the rights of the one before")
  func published() throws {
    try folder.write(Data("old".utf8), "a")
    chmod(folder.path("a"), 0o604)
    let file = try UnfinishedFile(for: folder.path("a"))
    try Data("new".utf8).write(to: file.descriptor)
    #expect(try String(contentsOfFile: folder.path("a"), encoding: .utf8) == "old")
    #expect(try files().count == 2)
    try file.publish()
    #expect(try String(contentsOfFile: folder.path("a"), encoding: .utf8) == "new")
    #expect(try files() == ["a"])
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("a"))[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o604)
  }

  @Test("The folders of a path that are missing, to flush their names when they are there")
  func missingFolders() throws {
    let (outer, inner) = (folder.path("a"), folder.path("a/b"))
    #expect(DurableFolder.missing(inner) == [inner, outer])
    try folder.makeFolder("a/b")
    #expect(DurableFolder.missing(inner) == [] && DurableFolder.missing("/") == [])
    try DurableFolder.flushNames(of: [inner, outer])
    #expect(DurableFolder.missing("no/such") == ["no/such", "no"])
    #expect(throws: FileFailure.self) { try DurableFolder.flush(folder.path("none")) }
    #if os(Linux)
      // A file system that flushes no folders.
      try DurableFolder.flush("/proc")
    #endif
    // A relative folder's name is in the current one.
    try DurableFolder.flushNames(of: ["no"])
  }

  @Test("A file that is let go is removed; so are all when the process ends at once")
  func removed() throws {
    do { _ = try UnfinishedFile(for: folder.path("a")) }
    #expect(try files() == [])
    let names = UnfinishedFiles()
    for name in ["b", "c", "d"] {
      _ = try names.create(folder.path(name)) { try folder.write(Data(), name) }
    }
    names.keep(folder.path("c"))
    try names.publish(folder.path("d"), as: folder.path("e"))
    #expect(throws: FileFailure.self) { try names.publish(folder.path("none"), as: folder.path("f")) }
    names.removeAll()
    #expect(try files() == ["c", "e"])
  }

  @Test("A long name is shortened, whatever its letters")
  func longNames() throws {
    for letter in ["n", "é", "👨‍👩‍👧‍👦"] {
      let name = String(repeating: letter, count: 240 / letter.utf8.count)
      #expect(UnfinishedFile.hiddenName(for: folder.path(name)).utf8.count < 100)
      try UnfinishedFile(for: folder.path(name)).publish()
    }
  }

  @Test("A full disk has words and a code", .only(.fullDevice))
  func full() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let failure = try #require(throws: FileFailure.self) { try Data([1]).write(to: descriptor) }
    #expect(failure.number == ENOSPC)
    let error = failure.writing("The file \"x\"")
    #expect(error.code == .resourceExhaustedError)
    #expect(error.message.hasPrefix("The file \"x\" cannot be written: No space left"))
  }
}
