import Testing
import VisionCore
import VisionPerception

@Suite("Filtering of classes")
struct ClassificationFilterTests {
  private let labels = ["None", "Fist", "Palm", "Victory"]
  private let scores: [Float] = [0.1, 0.4, 0.4, 0.05]

  private func names(_ filter: ClassificationFilter, _ scores: [Float]? = nil) -> [String] {
    var kept: [ScoredIndex] = [ScoredIndex(index: 9, score: 9)]
    (scores ?? self.scores).withUnsafeBufferPointer { filter($0, into: &kept) }
    return kept.map { filter.name(of: $0.index) }
  }

  @Test("Without settings all classes come, best first, equal ones in their order")
  func all() throws {
    #expect(names(try ClassificationFilter(labels: labels)) == ["Fist", "Palm", "None", "Victory"])
  }

  @Test("A threshold keeps what reaches it; zero keeps all, too much keeps nothing")
  func threshold() throws {
    #expect(names(try ClassificationFilter(labels: labels, scoreThreshold: 0.1)) == ["Fist", "Palm", "None"])
    #expect(names(try ClassificationFilter(labels: labels, scoreThreshold: 0)).count == 4)
    #expect(names(try ClassificationFilter(labels: labels, scoreThreshold: 2)).isEmpty)
    #expect(names(try ClassificationFilter(labels: labels, scoreThreshold: 0), [.nan, 1, 0, 0]).count == 3)
  }

  @Test("maxResults cuts after sorting; zero and less mean all")
  func limit() throws {
    #expect(names(try ClassificationFilter(labels: labels, maxResults: 1)) == ["Fist"])
    #expect(names(try ClassificationFilter(labels: labels, maxResults: 0)).count == 4)
    #expect(names(try ClassificationFilter(labels: labels, maxResults: -1)).count == 4)
  }

  @Test("Which of many equal scores are the first few, and their order, is what MediaPipe's library makes of them")
  func ties() throws {
    let scores = [Float](repeating: 0.5, count: 24)
    var kept: [ScoredIndex] = []
    for (count, expected) in [(1, [0]), (3, [2, 0, 1]), (-1, Array(0..<24))] {
      let filter = try ClassificationFilter(labels: [], maxResults: count)
      scores.withUnsafeBufferPointer { filter($0, into: &kept) }
      #expect(kept.map(\.index) == expected)
    }
  }

  @Test("Lists keep or drop names; unknown and double ones are ignored")
  func lists() throws {
    #expect(names(try ClassificationFilter(labels: labels, allowlist: ["Victory", "Victory", "Ok"])) == ["Victory"])
    #expect(names(try ClassificationFilter(labels: labels, denylist: ["Fist", "Ok"])) == ["Palm", "None", "Victory"])
    #expect(names(try ClassificationFilter(labels: labels, denylist: ["Ok"])).count == 4)
  }

  @Test("An allowlist of unknown names lets nothing pass")
  func unknownAllowlist() throws {
    #expect(names(try ClassificationFilter(labels: labels, allowlist: ["Ok"])).isEmpty)
  }

  @Test("Both lists, and a list without labels, are errors")
  func refusals() {
    #expect(throws: TasksError.self) {
      try ClassificationFilter(labels: labels, allowlist: ["Fist"], denylist: ["Palm"])
    }
    let error = #expect(throws: TasksError.self) { try ClassificationFilter(labels: [], denylist: ["Palm"]) }
    #expect(error?.code == .invalidArgumentError)
  }

  @Test("Classes beyond the labels have their number for a name, and no allowlist lets them pass")
  func unlabelled() throws {
    #expect(names(try ClassificationFilter(labels: ["a"]), [0.1, 0.2]) == ["1", "a"])
    #expect(names(try ClassificationFilter(labels: ["a"], allowlist: ["a"]), [0.1, 0.2]) == ["a"])
    #expect(names(try ClassificationFilter(labels: ["a"], denylist: ["a"]), [0.1, 0.2]) == ["1"])
  }
}
