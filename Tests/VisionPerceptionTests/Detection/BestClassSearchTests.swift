import TestSupport
import Testing
import VisionPerception

@Suite("The best class of each box")
struct BestClassSearchTests {
  /// The plain version: every class of a box in turn.
  private static func best(_ row: ArraySlice<Float>, _ allowed: (Int) -> Bool) -> (index: Int, score: Float)? {
    var best: (index: Int, score: Float)?
    for (index, score) in row.enumerated() where allowed(index) && !score.isNaN {
      if best.map({ score > $0.score }) ?? true { best = (index, score) }
    }
    return best
  }

  @Test("Equals the plain search for every number of classes, with and without lists, with ties and what is no number")
  func oracle() throws {
    var random = SeededGenerator(seed: 4)
    for classCount in Array(1...33) + [90, 91] {
      let labels = (0..<classCount).map { "class\($0)" }
      let denied = labels.filter { _ in Bool.random(using: &random) }
      let lists: [CategorySelection] = [
        try CategorySelection(labels: labels), try CategorySelection(labels: labels, denylist: denied),
        try CategorySelection(labels: labels, allowlist: ["unknown"]),
      ]
      // Few different values, so that there are ties.
      let scores = (0..<classCount * 40).map { _ in
        Int.random(in: 0..<50, using: &random) == 0 ? Float.nan : Float(Int.random(in: -3...12, using: &random)) / 16
      }
      for categories in lists {
        let search = BestClassSearch(classCount: classCount, categories: categories)
        for minimum: Float in [-.infinity, 0, 0.5] { compare(search, scores, categories, minimum) }
      }
    }
  }

  private func compare(
    _ search: BestClassSearch, _ scores: [Float], _ categories: CategorySelection, _ minimum: Float
  ) {
    var found: [Int: Float] = [:]
    scores.withUnsafeBufferPointer { buffer in
      search.forEachBox(of: buffer, atLeast: minimum) { found[$0] = $1 }
      for box in 0..<scores.count / search.classCount {
        let row = scores[box * search.classCount..<(box + 1) * search.classCount]
        let expected = Self.best(row, categories.allows)
        if let expected, expected.score >= minimum {
          #expect(found[box] == expected.score)
          #expect(search.bestClass(ofBox: box, in: buffer) == expected.index)
        } else if minimum > -.infinity {
          #expect(found[box] == nil)
        }
      }
    }
  }

  @Test("No scores and no classes give nothing")
  func empty() throws {
    let all = try CategorySelection(labels: [])
    for classCount in [0, 1, 90] {
      BestClassSearch(classCount: classCount, categories: all)
        .forEachBox(of: UnsafeBufferPointer(start: nil, count: 0), atLeast: 0) { _, _ in Issue.record("a box") }
    }
  }
}
