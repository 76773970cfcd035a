import CVisionConvolution
import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@testable import LiteRTEngine

/// What `.reduced` and `.low` cost: results differ from exact ones by no more than docs/precision.md says.
@Suite("Reduced precision", .needs(.shared))
struct ReducedPrecisionTests {
  /// A row of the table in docs/precision.md.
  struct Bounds: CustomTestStringConvertible, Sendable {
    let task: String
    let precision: Precision
    /// The difference of points in pixels, of half of them, of 95 of 100, and of all; then of scores, and of confidences
    /// in the mean.
    let half, most, all, score, mean: Float

    var testDescription: String { "\(task), \(precision)" }

    init?(_ line: String, _ precision: Precision) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let numbers = cells.dropFirst().map { $0 == "–" ? 0 : Float($0) }
      guard cells.count == 6, !numbers.contains(nil) else { return nil }
      (task, self.precision) = (cells[0], precision)
      (half, most, all, score, mean) = (
        numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0, numbers[3] ?? 0, numbers[4] ?? 0
      )
    }

    /// The tables for this processor's numbers; a row of another one where reduced precision is exact.
    static var all: [Bounds] {
      get throws {
        let text = try String(contentsOf: Checkout.file("docs/precision.md"), encoding: .utf8)
        func table(_ numbers: String, _ precision: Precision) -> [Bounds]? {
          let section = text.split(separator: "\n### ").first { $0.hasPrefix(numbers + "\n") }
          return section?.split(separator: "\n").compactMap { Bounds(String($0), precision) }
        }
        let (reduced, low) = (Precision.reduced.numbers, Precision.low.numbers)
        let rows = try table(reduced.name, .reduced) ?? Array(#require(table("float16", .reduced)).prefix(1))
        return try low == reduced ? rows : rows + #require(table("\(low.name) as matrices", .low))
      }
    }
  }

  /// Photographs as they are, and each turned, mirrored, blurred, brightened and with noise.
  private static let images = Result {
    var random = SeededGenerator(seed: 19)
    let names = [
      "thumb_up_teal.png", "two_thumbs.png", "yoga.png", "two_walkers.png", "face_business.png", "face_four.png",
      "pets.png", "coffee.png",
    ]
    return try names.flatMap { name in
      let photo = try ImageFile.read(contentsOfFile: SharedFolder.media(name))
      return try [photo, DistortedPhoto(photo).make(by: &random)]
    }
  }

  private struct Differences {
    var points: [Float] = []
    var confidences: [Float] = []
    var score: Float = 0
    /// Things that only one precision finds, or each somewhere else, and others that have another name.
    var lost = 0
    var renamed = 0
    var things = 0
  }

  @Test("Points, scores, classes and masks differ within the published bounds", arguments: try Bounds.all)
  func bounds(_ bounds: Bounds) throws {
    let (exact, reduced) = (try ReadTask.make(bounds.task, .exact), try ReadTask.make(bounds.task, bounds.precision))
    var differences = Differences()
    for image in try Self.images.get() {
      let image = try MPImage(imageBuffer: image)
      compare(try exact.read(image), try reduced.read(image), within: bounds, &differences)
    }
    let points = differences.points.sorted()
    func share(_ part: Double) -> Float { points.isEmpty ? 0 : points[Int(Double(points.count - 1) * part)] }
    let mean = differences.confidences.reduce(0, +) / Float(max(differences.confidences.count, 1))
    let report =
      "\(bounds.task), \(differences.things) things: points \(share(0.5)), \(share(0.95)), \(share(1)) pixels; "
      + "score \(differences.score); confidences \(mean) in the mean, \(differences.confidences.max() ?? 0) at most; "
      + "\(differences.lost) lost"
    print("\(bounds.precision) precision, \(report)")
    // The page says so of one hand.
    let mayRename = bounds.precision == .low && bounds.task == "hand" ? 1 : 0
    #expect(differences.things >= 8 && differences.renamed <= mayRename, "\(report)")
    #expect(share(0.5) <= bounds.half && share(0.95) <= bounds.most && share(1) <= bounds.all, "\(report)")
    #expect(differences.score <= bounds.score && mean <= bounds.mean, "\(report)")
    #expect(differences.lost <= 1 + differences.things / 50, "\(report)")
    // Something is reduced where something can be.
    let isExact = (differences.points + differences.confidences).allSatisfy { $0 == 0 }
    let canReduce = bounds.precision.numbers != VISION_FLOAT32 && Kernels.standard.reasonNotUsed == nil
    #expect(isExact == !canReduce, "\(report)")
  }

  /// Things belong together whose centres are nearest; those of scores near a threshold may be there in one only.
  private func compare(
    _ exact: Reading, _ reduced: Reading, within bounds: Bounds, _ differences: inout Differences
  ) {
    differences.things += exact.things.count
    differences.lost += max(reduced.things.count - exact.things.count, 0)
    for one in exact.things {
      let nearest = reduced.things.filter { $0.points.count == one.points.count }.min {
        distance($0.center, one.center) < distance($1.center, one.center)
      }
      guard let other = nearest, distance(other.center, one.center) <= 4 * max(bounds.all, 1) else {
        differences.lost += 1
        continue
      }
      let distances = zip(one.points, other.points).map { distance($0, $1) }
      differences.points += zip(distances, one.areVisible.isEmpty ? distances.map { _ in true } : one.areVisible)
        .filter(\.1).map(\.0)
      differences.confidences += zip(one.confidences, other.confidences).map { abs($0 - $1) }
      differences.score = max(differences.score, abs(one.score - other.score))
      if one.name != other.name, abs(one.score - 0.5) > bounds.score { differences.renamed += 1 }
    }
  }

  private func distance(_ one: SIMD2<Float>, _ other: SIMD2<Float>) -> Float {
    ((one - other) * (one - other)).sum().squareRoot()
  }

  @Test("Quantized models, and LiteRT's kernels, give the exact result")
  func exact() throws {
    for (model, kernels) in [
      ("efficientdet_lite0_int8.tflite", Kernels.standard), ("efficientdet_lite0_float16.tflite", .off),
    ] {
      let results = try Precision.allCases.map { precision in
        let options = ObjectDetectorOptions()
        options.baseOptions.modelAssetPath = try ModelFile.path(model)
        (options.baseOptions.precision, options.baseOptions.kernels) = (precision, kernels)
        let image = try MPImage(imageBuffer: ImageFile.read(contentsOfFile: SharedFolder.media("pets.png")))
        return try ObjectDetector(options: options).detect(image: image).detections.map {
          ($0.boundingBox, $0.categories.map(\.score))
        }
      }
      #expect(!results[0].isEmpty && results[0].elementsEqual(results[1], by: ==), "\(model)")
    }
  }
}
