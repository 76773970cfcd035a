import Foundation
import TestSupport
import Testing
import VisionTasks

@testable import VisionCommand

/// A part's results and errors change together: every state that a killed run can leave becomes the one before or the one after.
@Suite("Parts change as a whole")
struct PartCommitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> BatchFolder {
    let folder = try BatchFolder(path: folder.url.path, format: .jsonl)
    try folder.restore(ShardTests.batch(9, 2, .whole))
    return folder
  }

  private func failure(_ number: Int) throws -> FailedInput {
    FailedInput(try ManifestEntry(number: number, source: .file("\(number).png")), TasksError.invalidArgument("bad"))
  }

  private func text(_ numbers: [Int]) throws -> UnitText {
    let text = UnitText()
    try text.add(heading: nil, numbers.map { "{\"number\":\($0)}" })
    return text
  }

  /// The results and failed numbers of part 3.
  private func state() throws -> (results: String, failed: [Int]) {
    let folder = try open()
    return (try self.folder.text("part-00003.jsonl"), try folder.files(3).failedNumbers())
  }

  private func writeFirst() throws {
    let folder = try open()
    let writer = try PartWriter(3, in: folder, isRetry: false)
    try writer.add(text([6]), number: 6)
    try writer.add(failure(7))
    #expect(!folder.isFinished(3))
    try writer.commit()
    #expect(folder.isFinished(3))
  }

  @Test("A writer without commit changes nothing")
  func abandoned() throws {
    do {
      let folder = try open()
      let writer = try PartWriter(3, in: folder, isRetry: false)
      try writer.add(text([6]), number: 6)
    }
    #expect(try folder.listing() == [".batch/", ".batch/lock"])
  }

  @Test("Results of a retry stand at their places")
  func retried() throws {
    try writeFirst()
    do {
      let writer = try PartWriter(3, in: try open(), isRetry: true)
      try writer.add(text([7, 7]), number: 7)
      try writer.commit()
    }
    #expect(try state() == ("{\"number\":6}\n{\"number\":7}\n{\"number\":7}\n", []))
    #expect(try folder.listing() == [".batch/", ".batch/lock", "part-00003.jsonl"])
  }

  @Test("Staged results without staged errors are dropped; with them the part is completed")
  func recovered() throws {
    try writeFirst()
    let before = try state()
    try folder.write("{\"number\":6}\n{\"number\":7}\n", ".batch/staged-00003.results")
    #expect(try state() == before)
    #expect(!FileManager.default.fileExists(atPath: folder.path(".batch/staged-00003.results")))

    // Killed before the first rename.
    try folder.write("{\"number\":6}\n{\"number\":7}\n", ".batch/staged-00003.results")
    try folder.write("", ".batch/staged-00003.errors")
    let after = try state()
    #expect(after == ("{\"number\":6}\n{\"number\":7}\n", []))

    // Killed between the two, with and without failures.
    let line = try BatchJSON.line(failure(7)) + "\n"
    try folder.write(line, ".batch/staged-00003.errors")
    #expect(try state() == (after.results, [7]))
    try folder.write("", ".batch/staged-00003.errors")
    #expect(try state() == after)
    #expect(try folder.listing() == [".batch/", ".batch/lock", "part-00003.jsonl"])
  }

  @Test("A row of CSV may have line feeds in quotes")
  func rows() throws {
    let path = try folder.write("input_number,file\n3,\"a\n\"\"b\"\n3,c\n5,\"\n\n\"\n", "rows.csv")
    let rows = try PartRows(path: path, format: .csv)
    #expect(rows.heading == Array("input_number,file".utf8))
    var found: [String] = []
    #expect(try rows.next(before: 3) == nil)
    while let row = try rows.next(before: 5) { found.append(String(decoding: row, as: UTF8.self)) }
    #expect(found == ["3,\"a\n\"\"b\"", "3,c"])
    #expect(try rows.next(before: .max) == Array("5,\"\n\n\"".utf8))
    #expect(try rows.next(before: .max) == nil)
    let damaged = try PartRows(path: folder.write("input_number,file\nx,y\n", "damaged.csv"), format: .csv)
    let failure = #expect(throws: BatchFolderFailure.self) { try damaged.next(before: .max) }
    #expect(failure?.error.message.contains("damaged.csv is damaged: \"x,y\"") == true)
  }

  @Test("Long results go to a temporary file and come back in order")
  func spooled() throws {
    let text = UnitText()
    let lines = (0..<300).map { "\($0)" + String(repeating: "x", count: 10_000) }
    for line in lines { try text.add(heading: "heading", [line]) }
    let writer = try PartWriter(0, in: try open(), isRetry: false)
    try writer.add(text, number: 0)
    try writer.commit()
    #expect(try folder.text("part-00000.jsonl") == "heading\n" + lines.map { $0 + "\n" }.joined())
  }
}
