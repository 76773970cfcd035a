import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// Masks, as the folder `golden` records them.
private enum SegmenterRecord: RecordedTask {
  struct Options: Decodable, Hashable {
    let outputConfidenceMasks: Bool
    let outputCategoryMask: Bool
  }

  struct CategoryMask: Decodable {
    let width: Int
    let height: Int
    let counts: [String: Int]
    let sample64: Data
  }

  struct Frame: Decodable {
    let confidenceMasks: [PoseRecord.MaskSummary]?
    let categoryMask: CategoryMask?
  }
}

private typealias SegmenterGolden = RecordedResult<SegmenterRecord>

extension SegmenterGolden {
  fileprivate func segmenter() throws -> ImageSegmenter {
    let task = ImageSegmenterOptions()
    task.baseOptions.modelAssetPath = try SharedFolder.path("models/\(model.file)")
    task.shouldOutputConfidenceMasks = options.outputConfidenceMasks
    task.shouldOutputCategoryMask = options.outputCategoryMask
    return try ImageSegmenter(options: task)
  }
}

private struct SegmenterDifferences {
  var mean: Float = 0
  var grid: Float = 0
  /// The share of the pixels whose class is another one.
  var category = 0.0
  var problems = 0

  mutating func add(_ result: ImageSegmenterResult, _ golden: SegmenterGolden) {
    let frame = golden.frames[0]
    if (result.confidenceMasks?.count ?? 0) != (frame.confidenceMasks?.count ?? 0) { problems += 1 }
    if (result.categoryMask == nil) != (frame.categoryMask == nil) { problems += 1 }
    if result.qualityScores?.map(\.floatValue) != golden.labels?.map({ _ in 1 }) { problems += 1 }
    for (ours, theirs) in zip(result.confidenceMasks ?? [], frame.confidenceMasks ?? []) {
      if ours.width != theirs.width || ours.height != theirs.height || ours.dataType != .float32 { problems += 1 }
      // Classes that are not there would take most of the time.
      if theirs.mean < 1e-4 { continue }
      mean = max(mean, abs(ours.mean - theirs.mean))
      guard let expected = theirs.grid else { continue }
      let found = upright(ours.grid64, golden.rotationDegrees ?? 0)
      grid = max(grid, zip(found, expected).map { abs($0 - $1) }.max() ?? 0)
    }
    guard let ours = result.categoryMask, let theirs = frame.categoryMask else { return }
    if ours.width != theirs.width || ours.height != theirs.height || ours.dataType != .uInt8 { problems += 1 }
    let pixels = ours.width * ours.height
    ours.withUnsafeBytes { codes in
      // One by one in the dictionary of texts would take most of the time.
      var found = [Int](repeating: 0, count: 256)
      for code in codes { found[Int(code)] += 1 }
      var counts = theirs.counts
      for (code, count) in found.enumerated() where count > 0 { counts["\(code)", default: 0] -= count }
      let sample = (0..<4096).map { place in
        let (row, column) = ((2 * (place / 64) + 1) * ours.height / 128, (2 * (place % 64) + 1) * ours.width / 128)
        return codes[row * ours.width + column]
      }
      let wrong = zip(upright(sample, golden.rotationDegrees ?? 0), theirs.sample64).count { $0 != $1 }
      category = max(category, Double(wrong) / 4096)
      // MediaPipe's mask of a rotated image is scaled otherwise, which moves pixels of borders.
      if golden.rotationDegrees == 0 {
        category = max(category, Double(counts.values.reduce(0) { $0 + abs($1) }) / 2 / Double(pixels))
      }
    }
  }

  /// Rotates 64 x 64 values clockwise: MediaPipe's mask shows the upright image, ours lies on the stored one.
  private func upright<Value>(_ values: [Value], _ degrees: Int) -> [Value] {
    (0..<4096).map { place in
      let (row, column) = (place / 64, place % 64)
      return switch degrees {
      case 90: values[(63 - column) * 64 + row]
      case 180: values[(63 - row) * 64 + 63 - column]
      case 270: values[column * 64 + 63 - row]
      default: values[place]
      }
    }
  }
}

@Suite("Segments equal MediaPipe's", .needs(.shared))
struct SegmenterGoldenTests {
  @Test("Stills, with and without alpha, one kind of mask and both", arguments: [("selfie", 60), ("deeplab", 60)])
  func stills(model: String, count: Int) throws {
    let goldens = try SegmenterGolden.all(".seg-\(model)", mode: "image")
    #expect(goldens.count >= count)
    var tasks: [SegmenterGolden.Options: ImageSegmenter] = [:]
    var worst = (upright: SegmenterDifferences(), rotated: SegmenterDifferences())
    var outside: [String] = []
    for golden in goldens {
      let task = try tasks[golden.options] ?? golden.segmenter()
      tasks[golden.options] = task
      #expect(task.labels == golden.labels)
      var differences = SegmenterDifferences()
      differences.add(try task.segment(image: golden.mpImage()), golden)
      #expect(differences.problems == 0, "\(golden.case)")
      let isRotated = golden.rotationDegrees != 0
      // Samples of a rotated mask are up to a pixel away from those of MediaPipe's, which matters at borders.
      let isWithin =
        differences.mean <= 1e-3 && differences.grid <= 0.02 && differences.category <= (isRotated ? 0.02 : 1e-3)
      if !isWithin {
        outside.append(
          "\(golden.case): mean \(differences.mean), grid \(differences.grid), category \(differences.category)")
      }
      func keep(
        _ path: WritableKeyPath<(upright: SegmenterDifferences, rotated: SegmenterDifferences), SegmenterDifferences>
      ) {
        worst[keyPath: path].mean = max(worst[keyPath: path].mean, differences.mean)
        worst[keyPath: path].grid = max(worst[keyPath: path].grid, differences.grid)
        worst[keyPath: path].category = max(worst[keyPath: path].category, differences.category)
      }
      keep(isRotated ? \.rotated : \.upright)
    }
    for (name, kind) in [("upright", worst.upright), ("rotated", worst.rotated)] {
      print(
        "\(model), \(name): largest differences of a mean \(kind.mean), a grid \(kind.grid), categories \(kind.category)"
      )
    }
    print(
      "outside of the bounds: \(outside.count) of \(goldens.count)", outside.joined(separator: "\n"), separator: "\n")
    #expect(Double(outside.count) <= 0.03 * Double(goldens.count))
  }
}
