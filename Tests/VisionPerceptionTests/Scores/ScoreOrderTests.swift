import Foundation
import TestSupport
import Testing

@testable import VisionPerception

@Suite("Sorting by score")
struct ScoreQueueTests {
  /// Lists with many equal scores, sorted by the real library; the file says by which.
  struct Fixture: Decodable {
    struct List: Decodable, Sendable, CustomTestStringConvertible {
      let name: String
      let scores: [Float]
      /// The indices after `std::sort`.
      let sorted: [Int]
      /// The indices after `std::partial_sort`, for several numbers of them.
      let best: [[Int]]

      var testDescription: String { name }
      var items: [ScoredIndex] { scores.enumerated().map { ScoredIndex(index: $0, score: $1) } }
    }

    let lists: [List]

    static func read() throws -> [List] {
      let file = try #require(Bundle.module.url(forResource: "ties", withExtension: "json", subdirectory: "Fixtures"))
      return try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: file)).lists
    }
  }

  private func drain(_ queue: inout ScoreQueue) -> [Int] {
    var found: [Int] = []
    while let item = queue.popFirst() { found.append(item.index) }
    return found
  }

  @Test("Equal scores stand in the order of MediaPipe's C++ library, sorted whole, lazily, or the first few")
  func ties() throws {
    let lists = try Fixture.read()
    #expect(lists.count == 27)
    var queue = ScoreQueue()
    for list in lists {
      var items = list.items
      items.sortByScore()
      #expect(items.map(\.index) == list.sorted, "\(list.name)")
      queue.removeAll()
      for (index, score) in list.scores.enumerated() { queue.append(index: index, score: score) }
      #expect(drain(&queue) == list.sorted, "\(list.name)")
      for best in list.best {
        items = list.items
        items.keepBest(best.count)
        #expect(items.map(\.index) == best, "\(list.name), first \(best.count)")
      }
    }
  }

  @Test("Taking some from a list gives the beginning of sorting all of it, for lists of every length")
  func lazily() {
    var random = SeededGenerator(seed: 9)
    var queue = ScoreQueue()
    for count in Array(0...70) + [129, 500, 3000] {
      let levels = Int.random(in: 1...40, using: &random)
      let scores = (0..<count).map { _ in Float(Int.random(in: -levels...levels, using: &random)) / 16 }
      queue.removeAll()
      for (index, score) in scores.enumerated() { queue.append(index: index, score: score) }
      var all = scores.enumerated().map { ScoredIndex(index: $0, score: $1) }
      all.sortByScore()
      let wanted = Int.random(in: 0...count, using: &random)
      #expect((0..<wanted).compactMap { _ in queue.popFirst()?.index } == all.prefix(wanted).map(\.index))
      #expect(zip(all, all.dropFirst()).allSatisfy { $0.score >= $1.score })
      #expect(Set(all.map(\.index)).count == count)
    }
  }

  @Test("Below 24 items, and where no scores are equal, the order is the plain one: best first, then by index")
  func plain() {
    var random = SeededGenerator(seed: 3)
    for count in [0, 1, 2, 3, 10, 23] {
      let scores = (0..<count).map { _ in Float(Int.random(in: -3...3, using: &random)) }
      var items = scores.enumerated().map { ScoredIndex(index: $0, score: $1) }
      items.sortByScore()
      #expect(items.map(\.index) == scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) })
    }
    let distinct = (0..<1000).map { Float($0) }.shuffled(using: &random)
    var items = distinct.enumerated().map { ScoredIndex(index: $0, score: $1) }
    items.sortByScore()
    #expect(items.map(\.score) == distinct.sorted(by: >))
  }

  @Test("Scores come back bit for bit, -0 as 0, and what is no number comes last")
  func scores() {
    let scores: [Float] = [0, 1, 0.1, .leastNonzeroMagnitude, .infinity, -.infinity, -3.5]
    for score in scores {
      let item = ScoredIndex(index: 19205, score: score)
      #expect(item.score.bitPattern == score.bitPattern && item.index == 19205)
    }
    #expect(ScoredIndex(index: 1, score: -0.0) == ScoredIndex(index: 1, score: 0))
    var items = [Float.nan, -.infinity, 2, -.nan, 3].enumerated().map { ScoredIndex(index: $0, score: $1) }
    items.sortByScore()
    #expect(items.map(\.index) == [4, 2, 1, 0, 3] && items[4].score.isNaN)
  }

  @Test("More than there are, none and less than none may be asked for")
  func counts() {
    let list = [Float(1), 3, 2].enumerated().map { ScoredIndex(index: $0, score: $1) }
    for (count, expected) in [(5, [1, 2, 0]), (3, [1, 2, 0]), (1, [1]), (0, []), (-1, [])] {
      var items = list
      items.keepBest(count)
      #expect(items.map(\.index) == expected)
    }
  }
}
