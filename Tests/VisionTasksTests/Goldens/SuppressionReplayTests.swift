import Testing
import VisionImaging
import VisionPerception
import VisionTasks

/// The check for ties must let nothing else pass.
@Suite("Recognizing ties")
struct SuppressionReplayTests {
  /// Two overlapping boxes with equal scores, and one apart that scores less.
  private let replay = SuppressionReplay(
    candidates: [candidate(0, 0.5), candidate(2, 0.5, classIndex: 1), candidate(50, 0.25)],
    classNames: ["cat", "dog"], overlapThreshold: 0.3, maxResults: -1)

  private static func candidate(_ x: Int, _ score: Float, classIndex: Int = 0) -> SuppressionReplay.Candidate {
    let bounds = BoundingBox(xMin: Float(x), yMin: 0, xMax: Float(x) + 10, yMax: 10)
    return SuppressionReplay.Candidate(
      bounds: bounds, pixels: PixelBox(x: x, y: 0, width: 10, height: 10), classIndex: classIndex, score: score)
  }

  private func entry(_ x: Int, _ score: Float, _ name: String = "cat") -> SuppressionReplay.Entry {
    SuppressionReplay.Entry(pixels: PixelBox(x: x, y: 0, width: 10, height: 10), className: name, score: score)
  }

  @Test("Either of the tied boxes may win")
  func ties() {
    #expect(replay.objection(to: [entry(0, 0.5), entry(50, 0.25)]) == nil)
    #expect(replay.objection(to: [entry(2, 0.5, "dog"), entry(50, 0.25)]) == nil)
  }

  @Test("A moved box, another name or score, a wrong order, a box too many or too few are no ties")
  func others() {
    let wrong: [[SuppressionReplay.Entry]] = [
      [entry(1, 0.5), entry(50, 0.25)], [entry(0, 0.5, "dog"), entry(50, 0.25)], [entry(0, 0.49), entry(50, 0.25)],
      [entry(50, 0.25), entry(0, 0.5)], [entry(0, 0.5)], [], [entry(0, 0.5), entry(2, 0.5, "dog"), entry(50, 0.25)],
      [entry(0, 0.5), entry(50, 0.25), entry(50, 0.25)],
    ]
    for list in wrong { #expect(replay.objection(to: list) != nil) }
  }
}
