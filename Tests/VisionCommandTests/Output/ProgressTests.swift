import Foundation
import Testing
import VisionCore

@testable import VisionCommand

@Suite("Progress on standard error")
struct ProgressTests {
  @Test("Progress says what is done, how fast and how long yet")
  func progress() {
    #expect(ProgressText(done: 120, total: 300).text(elapsed: 4) == "120/300 frames, 30.0 frames/s, 0:06 left")
    #expect(ProgressText(done: 5, total: nil).text(elapsed: 0) == "5 frames, 0.0 frames/s")
    #expect(ProgressText(done: 1, total: nil).text(elapsed: 0) == "1 frame, 0.0 frames/s")
    #expect(ProgressText(done: 1, total: 1).text(elapsed: 1) == "1/1 frame, 1.0 frames/s, 0:00 left")
    #expect(ProgressText(done: 12, total: 10).text(elapsed: 2) == "12/12 frames, 6.0 frames/s, 0:00 left")
  }

  @Test("With several inputs progress counts them")
  func progressOfInputs() {
    #expect(
      ProgressText(done: 482, total: nil, doneInputs: 3, inputCount: 12).text(elapsed: 20)
        == "3/12 inputs, 482 frames, 24.1 frames/s, 1:00 left")
    #expect(
      ProgressText(done: 2, total: nil, doneInputs: 0, inputCount: 2).text(elapsed: 1)
        == "0/2 inputs, 2 frames, 2.0 frames/s")
  }

  @Test("An image counts as an input and as a frame at the same time")
  func images() {
    var time = Date(timeIntervalSince1970: 0)
    var written = ""
    let report = ProgressReport(
      inputCount: 3, line: ProgressDisplay(isTerminal: false, write: { written += $0 }, now: { time }))
    for _ in 0..<3 {
      report.begin(frames: 1)
      time += 11
      report.advance()
      report.end()
    }
    #expect(
      written.split(separator: "\n").map { $0.prefix(20) }
        == ["1/3 inputs, 1 frame,", "2/3 inputs, 2 frames", "3/3 inputs, 3 frames"])
  }

  @Test("Lines are redrawn on terminals that can, not on dumb ones")
  func terminals() {
    #expect(StandardError.redraws(terminal: "xterm-256color"))
    for type in ["dumb", "", nil] { #expect(!StandardError.redraws(terminal: type)) }
  }

  @Test("On a terminal one line is drawn over; elsewhere there is a plain line every ten seconds")
  func progressReport() {
    var time = Date(timeIntervalSince1970: 0)
    var written = ""
    func report(isTerminal: Bool) -> String {
      written = ""
      time = Date(timeIntervalSince1970: 0)
      let report = ProgressReport(
        inputCount: 1, line: ProgressDisplay(isTerminal: isTerminal, write: { written += $0 }, now: { time }))
      report.begin(frames: 30)
      for _ in 0..<30 {
        time += 1
        report.advance()
      }
      report.end()
      return written
    }
    let plain = report(isTerminal: false).split(separator: "\n")
    #expect(plain.map { $0.prefix(12) } == ["10/30 frames", "20/30 frames", "30/30 frames"])
    let drawn = report(isTerminal: true)
    #expect(drawn.split(separator: "\r").count == 31)
    #expect(drawn.hasSuffix("\n") && drawn.count { $0 == "\n" } == 1)
  }
}
