import Foundation
import TestSupport
import Testing
import VisionTasks

@testable import VisionCommand

@Suite("Files of results")
struct ResultFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String, appearsWhole: Bool = false) throws -> ResultFile {
    try ResultFile(path: folder.path(name), appearsWhole: appearsWhole)
  }

  @Test("Where nothing was, a line is in the file once it is written")
  func new() throws {
    let file = try file("lines")
    try file.write("one")
    #expect(try folder.text("lines") == "one\n")
    try file.write("two")
    #expect(try folder.text("lines") == "one\ntwo\n")
    try file.close()
    #expect(try folder.text("lines") == "one\ntwo\n", "lines of a failed input are better than none")
  }

  @Test("An older file stays until an input was good, and gets all lines then", arguments: ["lines", "link"])
  func older(name: String) throws {
    try folder.write("what was there before\n", "lines")
    try folder.link("link", to: "lines")
    chmod(folder.path("lines"), 0o640)
    let file = try file(name)
    try file.write("one")
    #expect(try folder.text("lines") == "what was there before\n")
    try file.noteGoodInput()
    #expect(try folder.text("lines") == "one\n")
    try file.write("two")
    try file.noteGoodInput()
    try file.close()
    #expect(try folder.text(name) == "one\ntwo\n")
    #expect(try folder.listing() == ["lines", "link"].sorted())
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("lines"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    let link = try FileManager.default.attributesOfItem(atPath: folder.path("link"))[.type] as? FileAttributeType
    #expect(link == .typeSymbolicLink)
  }

  @Test("Without a good input nothing changes: the older file stays, a new one goes")
  func noGoodInput() throws {
    try folder.write("what was there before\n", "old")
    try folder.write("", "empty")
    let files = try [file("old"), file("new"), file("empty"), file("whole", appearsWhole: true)]
    try files[0].write("one")
    for file in files { try file.close() }
    #expect(try folder.listing() == ["empty", "old"])
    #expect(try folder.text("old") == "what was there before\n")
  }

  @Test("A run that cannot begin leaves nothing")
  func abandoned() throws {
    try folder.write("what was there before\n", "old")
    do {
      _ = try [file("old"), file("new"), file("whole", appearsWhole: true)]
    }
    #expect(try folder.listing() == ["old"])
  }

  @Test("A file that is of use only as a whole appears at the end", arguments: [true, false])
  func whole(isThere: Bool) throws {
    if isThere { try folder.write("old", "whole") }
    let file = try file("whole", appearsWhole: true)
    try file.write("[")
    try file.noteGoodInput()
    #expect(isThere ? try folder.text("whole") == "old" : !FileManager.default.fileExists(atPath: folder.path("whole")))
    try file.write("]")
    try file.close()
    #expect(try folder.text("whole") == "[\n]\n")
    #expect(try folder.listing() == ["whole"])
  }

  @Test("A device or a named pipe stays what it is and takes the lines")
  func pipe() throws {
    let path = folder.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    // Open for reading without waiting for a writer, so that the writer need not wait for a reader.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK)
    try #require(descriptor >= 0)
    let reader = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let file = try file("pipe")
    try file.write("one")
    #expect(try reader.read(upToCount: 4) == Data("one\n".utf8))
    #expect(FilePlace(path: path).kind == .pipe)
  }

  @Test("A pipe that nobody reads does not hold up a run that is ended")
  func pipeWithoutReader() throws {
    try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    let stop = StopSignal()
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { stop.raise() }
    #expect(throws: ExitStatus.interrupted) { try ResultFile(path: folder.path("pipe"), stop: stop) }
  }

  @Test("A file that cannot be written is an error that names it", arguments: ["/nowhere/lines", "/proc/lines", "/"])
  func refusal(path: String) {
    for appearsWhole in [false, true] {
      #expect {
        _ = try ResultFile(path: path, appearsWhole: appearsWhole)
      } throws: { error in
        (error as? TasksError)?.code == .permissionDeniedError && "\(error)".contains(path)
      }
    }
  }

  @Test("A full device is named, in a sentence", .only(.fullDevice))
  func full() throws {
    let file = try ResultFile(path: "/dev/full")
    let error = try #require(throws: LostOutput.self) { try file.write("one") }
    #expect(error.message.contains("/dev/full cannot be written: No space left"))
    #expect(!error.message.contains("Domain") && !error.isReaderGone)
  }
}
