import Foundation
import Testing
import VisionCore
import VisionModels
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

@Suite("Score calibration")
struct ScoreCalibratorTests {
  private func calibrator(
    _ transformation: ScoreCalibration.Transformation, _ lines: [String]
  ) throws -> ScoreCalibrator {
    try ScoreCalibrator(ScoreCalibration(transformation: transformation, defaultScore: 0.05), lines: lines)
  }

  @Test("The reference's observed case: 0.71875 becomes 0.718591 by 0.9, 2, -0.5 on the inverse logistic")
  func observed() throws {
    let score = try calibrator(.inverseLogistic, ["0.9,2,-0.5,0.3"])(0.71875, class: 0)
    #expect(abs(score - 0.718591) < 1e-6)
  }

  @Test("Each transformation, against the formula")
  func formulas() throws {
    let score = 0.3
    let transformed: [(ScoreCalibration.Transformation, Double)] = [
      (.identity, score), (.log, log(score)), (.inverseLogistic, log(score) - log(1 - score)),
    ]
    for (transformation, value) in transformed {
      let expected = 0.8 / (1 + exp(-(1.5 * value + 0.25)))
      let ours = try calibrator(transformation, ["0.8, 1.5, 0.25"])(Float(score), class: 0)
      #expect(abs(Double(ours) - expected) < 1e-6)
    }
  }

  @Test("Empty lines, missing lines and scores below a class's least give the default score")
  func defaults() throws {
    let calibrator = try calibrator(.identity, ["", "1,1,0,0.5"])
    for (score, index) in [(0.9, 0), (0.9, 7), (0.9, -1), (0.4, 1)] as [(Float, Int)] {
      #expect(calibrator(score, class: index) == 0.05)
    }
    #expect(calibrator(0.5, class: 1) > 0.5)
  }

  @Test("Scores of 0, 1 and beyond give numbers within 0 and the scale")
  func extremes() throws {
    for transformation in [ScoreCalibration.Transformation.identity, .log, .inverseLogistic] {
      for score: Float in [0, 1, -5, 5] {
        #expect((0...0.9).contains(try calibrator(transformation, ["0.9,40,-3"])(score, class: 0)))
      }
    }
  }

  @Test(
    "Lines of another form are refused by their number", arguments: ["1,2", "1,2,3,4,5", "a,1,2", "-1,1,1", "1,,2"])
  func refusals(line: String) {
    let error = #expect(throws: TasksError.self) { try calibrator(.identity, ["1,1,1", line]) }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains("Line 2") == true)
    #expect(error?.message.contains(line) == true)
  }
}
