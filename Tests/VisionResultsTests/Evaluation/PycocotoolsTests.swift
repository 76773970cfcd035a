import Foundation
import TestSupport
import Testing
import VisionResults

@testable import VisionEvaluation

/// The values that pycocotools computed from random labels and results (`scripts/ci/record-evaluation`).
@Suite("Metrics and pycocotools")
struct PycocotoolsTests {
  private static let tolerance = 1e-6

  private struct Case: Decodable {
    struct Found: Decodable {
      let image_id: Int
      let category_id: Int
      let bbox: [Double]?
      let keypoints: [Double]?
      let score: Double
    }
    struct Labels: Decodable {
      struct Item: Decodable { let id: Int }
      struct Named: Decodable { let id: Int, name: String }
      let images: [Item]
      let categories: [Named]
    }

    let labels: Labels
    let results: [Found]
    let metrics: [String: Double?]
    let classes: [String: [Double?]]
  }

  /// The labels as the reader reads them from a file, and the results in the order of its images.
  private static func cases(_ name: String) throws -> [(test: Case, labels: LabelSet, answers: [ImageAnswer?])] {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json"))
    let data = try Data(contentsOf: url)
    let tests = try JSONDecoder().decode([Case].self, from: data)
    let raw = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    let folder = try TemporaryFolder()
    return try zip(tests, raw).map { test, raw in
      let path = folder.path("labels.json")
      let contents = try #require(raw["labels"] as? [String: Any])
      try JSONSerialization.data(withJSONObject: contents).write(to: URL(filePath: path))
      let source = try LabelSource.read(LabelPlace(path: path))
      #expect(source.labels.problems.isEmpty)
      let names = Dictionary(uniqueKeysWithValues: test.labels.categories.map { ($0.id, $0.name) })
      let answers = test.labels.images.map(\.id).sorted().map { id in
        ImageAnswer(objects: test.results.filter { $0.image_id == id }.map { object($0, names) })
      }
      return (test, source.labels, answers)
    }
  }

  private static func object(_ found: Case.Found, _ names: [Int: String]) -> ImageAnswer.Object {
    let points = found.keypoints.map { values in
      stride(from: 0, to: values.count, by: 3).map { SIMD2(values[$0], values[$0 + 1]) }
    }
    // A keypoint in the place of the landmark that stands for it.
    var landmarks = Array(repeating: SIMD2<Double>.zero, count: points == nil ? 0 : 33)
    for (place, point) in zip(COCOKeypoints.poseLandmarks, points ?? []) { landmarks[place] = point }
    let box = found.bbox.map { LabelBox(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    return ImageAnswer.Object(
      category: names[found.category_id] ?? "", score: found.score,
      box: box ?? LabelBox(x: 0, y: 0, width: 1, height: 1), keypoints: landmarks)
  }

  private static func difference(_ value: Double?, _ expected: Double?) -> Double {
    switch (value, expected) {
    case (let value?, let expected?): abs(value - expected)
    case (nil, nil): 0
    default: .infinity
    }
  }

  @Test("Boxes: all twelve metrics, and AP and AP50 of each class", arguments: ["boxes", "keypoints"])
  func metrics(_ name: String) throws {
    var highest = 0.0
    for (test, labels, answers) in try Self.cases(name) {
      let content: LabelSet.Content = name == "boxes" ? .boxes : .keypoints
      let report = try Evaluation(
        labels: labels, answers: answers, content: content, landmarks: content == .keypoints ? .pose : nil
      ).report
      let values = Dictionary(uniqueKeysWithValues: report.metrics.map { ($0.name, $0.value) })
      for (metric, expected) in test.metrics {
        let difference = Self.difference(try #require(values[metric]), expected)
        highest = max(highest, difference)
        #expect(
          difference <= Self.tolerance,
          "\(metric): \(String(describing: values[metric])), \(String(describing: expected))")
      }
      for row in report.classes {
        for (metric, expected) in zip(row.metrics.prefix(2), try #require(test.classes[row.name])) {
          let difference = Self.difference(metric.value, expected)
          highest = max(highest, difference)
          #expect(difference <= Self.tolerance, "\(row.name) \(metric.name)")
        }
      }
    }
    print("\(name): differs from pycocotools by at most \(highest)")
  }
}
