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

  private func isFinished(_ folder: BatchFolder) throws -> Bool { try folder.files(3).seal() != nil }

  /// The results and failed numbers of part 3, which is finished.
  private func state() throws -> (results: String, failed: [Int]) {
    let folder = try open()
    #expect(try isFinished(folder))
    return (try self.folder.text("part-00003.jsonl"), try folder.files(3).failedNumbers())
  }

  private func writeFirst() throws {
    let folder = try open()
    let writer = try PartWriter(3, in: folder, isRetry: false)
    try writer.add(text([6]), number: 6)
    try writer.add(failure(7))
    #expect(try !isFinished(folder))
    try writer.commit()
    #expect(try isFinished(folder))
  }

  /// Completes part 3.
  private func retry(_ numbers: [Int] = [7, 7]) throws {
    let writer = try PartWriter(3, in: try open(), isRetry: true)
    try writer.add(text(numbers), number: 7)
    try writer.commit()
  }

  @Test("A batch whose model has very many classes reads what it has stored")
  func manyClasses() throws {
    var description = ShardTests.batch(1, 1, .whole)
    description.labels = BatchLabels(
      formats: ["coco"], keypoints: .all, classNames: (0..<60_000).map { "the class with the number \($0)" })
    let batch = try open()
    try Data("{}".utf8).write(to: URL(filePath: batch.manifest))
    try batch.store(description)
    #expect(try BatchFolder.storedDescription(in: batch.path) == description)
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
    try retry()
    #expect(try state() == ("{\"number\":6}\n{\"number\":7}\n{\"number\":7}\n", []))
    #expect(try folder.listing() == [".batch/", ".batch/done-00003.jsonl", ".batch/lock", "part-00003.jsonl"])
  }

  @Test("An input has one result or one error, also where a list names one that has a result")
  func onePerInput() throws {
    try writeFirst()
    let record = PartFiles(
      results: folder.path("part-00003.jsonl"), record: folder.path(".batch/done-00003.jsonl"), staged: "")
    for number in [6, 7] {
      let results = try FileSeal(of: record.results)
      let writer = try PartRecordWriter(record)
      for failed in [6, 7] { try writer.add(JSONText.line(failure(failed))) }
      try writer.publish(results)
      do {
        let part = try PartWriter(3, in: try open(), isRetry: true)
        if number == 6 {
          try part.add(text([6]), number: 6)
          try part.add(failure(7))
        } else {
          try part.add(failure(6))
          try part.add(text([7]), number: 7)
        }
        try part.commit()
      }
      #expect(try state() == ("{\"number\":\(number)}\n", [13 - number]))
    }
  }

  @Test("Killed at any moment, a part is as before or as after")
  func recovered() throws {
    try writeFirst()
    let before = try state()
    let files = [".batch/done-00003.jsonl", "part-00003.jsonl"]
    let old = try files.map { try folder.bytes($0) }
    try retry()
    let after = try state()
    let new = try files.map { try folder.bytes($0) }
    // Killed before the record has its name.
    for (name, bytes) in zip(files, old) { try folder.write(bytes, name) }
    try folder.write(new[1], ".batch/staged-00003.results")
    #expect(try state() == before)
    #expect(!FileManager.default.fileExists(atPath: folder.path(".batch/staged-00003.results")))
    // Killed before the results have their place.
    try folder.write(new[1], ".batch/staged-00003.results")
    try folder.write(new[0], files[0])
    #expect(try state() == after)
    #expect(try folder.listing() == [".batch/", ".batch/done-00003.jsonl", ".batch/lock", "part-00003.jsonl"])
  }

  @Test("A commit that fails at its first step leaves the part as it was")
  func failedCommit() throws {
    try writeFirst()
    let before = try state()
    // A folder that is not empty cannot be replaced by the staged results.
    try folder.write("", ".batch/staged-00003.results/file")
    let failure = #expect(throws: BatchFolderFailure.self) { try retry() }
    #expect(failure?.cause == .writing)
    try FileManager.default.removeItem(atPath: folder.path(".batch/staged-00003.results"))
    #expect(try state() == before)
  }

  @Test("Results or records that are cut off, empty, of another part or gone make a part unfinished")
  func damaged() throws {
    try writeFirst()
    try folder.write("{\"number\":0}\n", "other")
    let names = ["part-00003.jsonl", ".batch/done-00003.jsonl"]
    let whole = try names.map { try folder.bytes($0) }
    let lines = whole.map { $0.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Data($0) } }
    for (index, name) in names.enumerated() {
      var damages = [Data("{".utf8), Data(), Data("{\"number\":6}\n{\"number\":7}\n".utf8), whole[1 - index]]
      damages += (1..<whole[index].count - 1).map { whole[index].prefix($0) }
      damages.append(whole[index].map { $0 == UInt8(ascii: "6") ? UInt8(ascii: "7") : $0 }.withUnsafeBytes { Data($0) })
      if index == 1 { damages.append(lines[1][1] + Data("\n".utf8)) }
      for damage in damages where damage != whole[index] {
        try folder.write(damage, name)
        #expect(try !isFinished(try open()), "\(name): \(String(decoding: damage, as: UTF8.self))")
      }
      try FileManager.default.removeItem(atPath: folder.path(name))
      #expect(try !isFinished(try open()), "\(name)")
      try folder.write(whole[index], name)
      #expect(try isFinished(try open()))
    }
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
