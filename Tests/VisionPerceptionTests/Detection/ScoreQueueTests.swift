import TestSupport
import Testing
import VisionPerception

@Suite("The queue of boxes")
struct ScoreQueueTests {
  private func drain(_ queue: inout ScoreQueue) -> [Int] {
    var boxes: [Int] = []
    while let (box, _) = queue.popFirst() { boxes.append(box) }
    return boxes
  }

  @Test("Gives what sorting gives: best first, the lower box first among equal scores")
  func order() {
    var random = SeededGenerator(seed: 9)
    var queue = ScoreQueue()
    for count in [0, 1, 2, 3, 10, 1000] {
      let scores = (0..<count).map { _ in Float(Int.random(in: -20...20, using: &random)) / 16 }
      queue.removeAll()
      for (box, score) in scores.enumerated() { queue.append(box: box, score: score) }
      let expected = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
      #expect(drain(&queue) == expected)
      #expect(queue.isEmpty)
    }
  }

  @Test("Scores come back bit for bit")
  func scores() {
    let scores: [Float] = [0, -0.0, 1, 0.1, .leastNonzeroMagnitude, .infinity, -.infinity, -3.5]
    for score in scores {
      var queue = ScoreQueue()
      queue.append(box: 19205, score: score)
      let first = queue.popFirst()
      #expect(first?.score.bitPattern == score.bitPattern)
      #expect(first?.box == 19205)
    }
  }

  @Test("Boxes may come while others are taken out")
  func mixed() {
    var queue = ScoreQueue()
    for box in 0..<5 { queue.append(box: box, score: Float(box)) }
    #expect(queue.popFirst()?.box == 4)
    queue.append(box: 7, score: 2.5)
    #expect(drain(&queue) == [3, 7, 2, 1, 0])
  }
}
