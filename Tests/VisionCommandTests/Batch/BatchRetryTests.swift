import Foundation
import TestSupport
import Testing

/// Inputs that fail, and what happens to them afterwards.
@Suite("Failed inputs of batches, end to end", .needs(.command), .needs(.shared))
struct BatchRetryTests {
  private let fixture: BatchFixture

  init() throws { fixture = try BatchFixture() }

  private var list: [String] { ["--list", fixture.path("list")] }

  @Test(
    "They are listed in order with number, path, code and reason, and the others are done", arguments: ["jsonl", "csv"])
  func retried(format: String) throws {
    let options = ["--part-size", "3", "--format", format]
    let names = (0..<7).map { fixture.path("in/\(1000 + $0).png") }
    try fixture.folder.write(names.joined(separator: "\n"), "list")
    try fixture.writeImages(0..<7)
    try fixture.runDone(out: "whole", options, input: list)
    for number in [2, 6] { try fixture.folder.write("broken", "in/100\(number).png") }
    try FileManager.default.removeItem(atPath: names[1])

    let run = try fixture.run(list + ["--out", fixture.path("out")] + options)
    #expect(run.status == 1 && run.errors.contains("7 inputs: 4 done, 3 failed"), "\(run.errors)")
    #expect(run.errors.contains("\(names[2]): This is neither a readable image nor a readable video."), "\(run.errors)")
    let errors = try fixture.lines("out", "errors").map { try BatchLine($0) }
    #expect(errors.map(\.number) == [1, 2, 6] && errors.map(\.path) == [names[1], names[2], names[6]])
    #expect(errors.map(\.code) == [5, 3, 3])

    // The same command tries nothing again; with the option it does, and keeps what fails once more.
    let failed = try fixture.files("out")
    #expect(try fixture.run(list + ["--out", fixture.path("out"), "--quiet"] + options).status == 1)
    #expect(try fixture.files("out") == failed)
    try fixture.writeImages(1..<2)
    let retry = try fixture.run(["--retry-failed", "--out", fixture.path("out")] + options)
    #expect(retry.status == 1 && retry.errors.contains("7 inputs: 5 done, 2 failed"), "\(retry.errors)")
    #expect(try fixture.lines("out", "errors").map { try BatchLine($0).number } == [2, 6])

    // When all have succeeded, the folder is that of a run in which nothing failed.
    for number in [2, 6] { try fixture.writeImages(number..<(number + 1)) }
    let last = try fixture.run(list + ["--retry-failed", "--out", fixture.path("out")] + options)
    #expect(last.status == 0, "\(last.errors)")
    #expect(try fixture.files("out") == fixture.files("whole"))
  }

  @Test("An unfinished batch whose retries succeed ends with status 1, and the same command finishes it")
  func unfinished() throws {
    let options = ["--part-size", "2"]
    try fixture.writeImages(0..<4)
    try fixture.runDone(out: "whole", options)
    try fixture.folder.write("broken", "in/1001.png")
    #expect(try fixture.run([fixture.path("in"), "--out", fixture.path("out"), "--quiet"] + options).status == 1)
    try fixture.writeImages(1..<2)
    try FileManager.default.removeItem(atPath: fixture.path("out/part-00001.jsonl"))
    let retry = try fixture.run(["--retry-failed", "--out", fixture.path("out")] + options)
    #expect(retry.status == 1, "\(retry.errors)")
    #expect(retry.errors.contains("2 of 4 inputs: 2 done, 0 failed") && retry.errors.contains("without --retry-failed"))
    try fixture.runDone(out: "out", options)
    #expect(try fixture.files("out") == fixture.files("whole"))
  }

  @Test("A part in which everything fails is finished, and is filled later")
  func allFailed() throws {
    let options = ["--part-size", "2", "--format", "csv"]
    try fixture.writeImages(0..<4)
    try fixture.runDone(out: "whole", options)
    for number in 0..<2 { try fixture.folder.write("broken", "in/100\(number).png") }
    #expect(try fixture.run([fixture.path("in"), "--out", fixture.path("out"), "--quiet"] + options).status == 1)
    #expect(try fixture.folder.bytes("out/part-00000.csv") == Data())
    try fixture.writeImages(0..<2)
    try fixture.runDone(out: "out", options + ["--retry-failed"])
    #expect(try fixture.files("out") == fixture.files("whole"))
  }
}
