import Foundation
import Testing

@testable import VisionCommand

@Suite struct ResultTextTests {
  @Test("The text is laid out like the guides' example")
  func layout() {
    let text = SampleFindings.gestures().lines(listsAll: false).joined(separator: "\n")
    #expect(
      text == """
        GestureRecognizerResult:
          Handedness:
            Categories #0:
              index        : 1
              score        : 0.98396
              categoryName : Left
          Gestures:
            Categories #0:
              score        : 0.76893
              categoryName : Thumb_Up
          Landmarks:
            Landmark #0:
              x            : 0.638852
              y            : 0.671197
              z            : -3.41E-7
            Landmark #1:
              x            : 0.634599
              y            : 0.536441
              z            : -0.069840
            ... (3 landmarks for a hand)
          WorldLandmarks:
            Landmark #0:
              x            : 0.067485
              y            : 0.031084
              z            : 0.055223
        """)
  }

  @Test("Several hands are told apart, and one without a gesture keeps its place")
  func severalHands() {
    let text = SampleFindings.gestures([[], []]).lines(listsAll: true).joined(separator: "\n")
    #expect(text.hasPrefix("GestureRecognizerResult:\n"))
    #expect(text.contains("    Categories #1: none\n"))
    #expect(text.contains("    Hand #1:\n    Landmark #0:\n"))
    #expect(text.contains("    Landmark #2:\n"))
    #expect(!text.contains("..."))
  }

  @Test("No hand is said in one line")
  func noHands() {
    let text = SampleFindings.gestures([]).lines(listsAll: false).joined(separator: "\n")
    #expect(text == "GestureRecognizerResult: no hands")
  }

  @Test("A task without gestures has no section for them")
  func handLandmarker() {
    let text = SampleFindings.hand().lines(listsAll: false).joined(separator: "\n")
    #expect(text.hasPrefix("HandLandmarkerResult:\n"))
    #expect(!text.contains("Gestures"))
  }

  @Test("Tiny coordinates have an exponent", arguments: [(0, "0.000000"), (5e-5, "5.00E-5"), (-0.25, "-0.250000")])
  func coordinates(value: Float, text: String) {
    #expect(NumberText.coordinate(value) == text)
  }

  @Test("Progress says what is done, how fast and how long yet")
  func progress() {
    #expect(ProgressText(done: 120, total: 300, elapsed: 4).text == "120/300 frames, 30.0 frames/s, 0:06 left")
    #expect(ProgressText(done: 5, total: nil, elapsed: 0).text == "5 frames, 0.0 frames/s")
    #expect(ProgressText(done: 12, total: 10, elapsed: 2).text == "12/12 frames, 6.0 frames/s, 0:00 left")
  }

  @Test("With several inputs progress counts them")
  func progressOfInputs() {
    #expect(
      ProgressText(done: 482, total: nil, doneInputs: 3, inputCount: 12, elapsed: 20).text
        == "3/12 inputs, 482 frames, 24.1 frames/s, 1:00 left")
    #expect(
      ProgressText(done: 2, total: nil, doneInputs: 0, inputCount: 2, elapsed: 1).text
        == "0/2 inputs, 2 frames, 2.0 frames/s")
  }

  @Test("On a terminal one line is drawn over; elsewhere there is a plain line every ten seconds")
  func progressReport() {
    var time = Date(timeIntervalSince1970: 0)
    var written = ""
    func report(isTerminal: Bool) -> String {
      written = ""
      time = Date(timeIntervalSince1970: 0)
      let report = ProgressReport(inputCount: 1, isTerminal: isTerminal, write: { written += $0 }, now: { time })
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
