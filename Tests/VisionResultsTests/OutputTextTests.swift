import Foundation
import Testing
import VisionTasks

@testable import VisionResults

@Suite struct OutputTextTests {
  @Test("The text is laid out like the guides' example")
  func layout() {
    let text = SampleOutput.gestures().lines(listsAll: false).joined(separator: "\n")
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
    let text = SampleOutput.gestures([[], []]).lines(listsAll: true).joined(separator: "\n")
    #expect(text.hasPrefix("GestureRecognizerResult:\n"))
    #expect(text.contains("    Categories #1: none\n"))
    #expect(text.contains("    Hand #1:\n    Landmark #0:\n"))
    #expect(text.contains("    Landmark #2:\n"))
    #expect(!text.contains("..."))
  }

  @Test("Of several categories the first one is listed, like the guides' example; all are when asked for")
  func severalCategories() {
    let categories = ["Victory", "None", "ILoveYou"].map {
      ResultCategory(index: -1, score: 0.3, categoryName: $0, displayName: nil)
    }
    let text = SampleOutput.gestures([categories]).lines(listsAll: false).joined(separator: "\n")
    #expect(
      text.contains(
        """
          Gestures:
            Categories #0:
              score        : 0.30000
              categoryName : Victory
              ... (3 categories for a hand)
          Landmarks:
        """))
    let all = SampleOutput.gestures([categories]).lines(listsAll: true).joined(separator: "\n")
    #expect(all.contains("categoryName : ILoveYou") && !all.contains("..."))
  }

  @Test("No hand is said in one line")
  func noHands() {
    let text = SampleOutput.gestures([]).lines(listsAll: false).joined(separator: "\n")
    #expect(text == "GestureRecognizerResult: no hands")
  }

  @Test("A task without gestures has no section for them")
  func handLandmarker() {
    let text = SampleOutput.hand().lines(listsAll: false).joined(separator: "\n")
    #expect(text.hasPrefix("HandLandmarkerResult:\n"))
    #expect(!text.contains("Gestures"))
  }

  @Test("People have visibility and presence under each landmark and a line for each mask, like the guide's example")
  func people() throws {
    let landmark = NormalizedLandmark(x: 0.638852, y: 0.671197, z: 0.129959, visibility: 0.9999, presence: 0.99999)
    let world = Landmark(x: 0.067485, y: 0.031084, z: 0.055223, visibility: 0.9999, presence: 0.99999)
    let mask = try #require(Mask(float32Data: [0, 1], width: 2, height: 1, shouldCopy: true))
    let result = PoseLandmarkerResult(
      landmarks: [[landmark]], worldLandmarks: [[world]], segmentationMasks: [mask], timestampInMilliseconds: 0)
    #expect(
      result.lines(listsAll: false, maskFiles: ["a.png.0.png"]).joined(separator: "\n") == """
        PoseLandmarkerResult:
          Landmarks:
            Landmark #0:
              x            : 0.638852
              y            : 0.671197
              z            : 0.129959
              visibility   : 0.999900
              presence     : 0.999990
          WorldLandmarks:
            Landmark #0:
              x            : 0.067485
              y            : 0.031084
              z            : 0.055223
              visibility   : 0.999900
              presence     : 0.999990
          SegmentationMasks:
            Mask #0: 2 x 1, a.png.0.png
        """)
    #expect(result.lines(listsAll: false).last == "    Mask #0: 2 x 1")
  }

  @Test("Tiny coordinates have an exponent", arguments: [(0, "0.000000"), (5e-5, "5.00E-5"), (-0.25, "-0.250000")])
  func coordinates(value: Float, text: String) {
    #expect(OutputText.coordinate(value) == text)
  }
}
