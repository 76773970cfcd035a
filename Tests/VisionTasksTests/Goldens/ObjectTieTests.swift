import MediaPipeTasksVision
import TestSupport
import Testing
import VisionImaging
import VisionMedia
import VisionPerception
import VisionTasks

/// The 8-bit model's scores are multiples of 1/256, so candidates often tie, and which of them comes first is not defined in
/// MediaPipe. Lists that differ from ours must be what another order among equal scores gives, and nothing else.
@Suite(
  "Objects of the 8-bit EfficientDet equal MediaPipe's but for ties",
  .needs(.shared))
struct ObjectTieTests {
  private static let model = "efficientdet_lite0_int8.tflite"

  @Test("Stills")
  func stills() throws {
    let goldens = try ObjectGolden.all(mode: "image") { $0 == Self.model }
    #expect(goldens.count >= 24)
    var count = (equal: 0, tied: 0)
    for golden in goldens {
      let image = try golden.mpImage()
      let result = try ObjectDetector(options: golden.objectOptions(.image)).detect(image: image)
      try check(result, golden.frames[0], golden, image, &count)
    }
    print("int8, \(goldens.count) stills: \(count.equal) equal, \(count.tied) differ by ties only")
    #expect(count.equal >= 19)
  }

  @Test("Videos")
  func videos() throws {
    let goldens = try ObjectGolden.all(mode: "video") { $0 == Self.model }
    #expect(goldens.count == 4)
    var count = (equal: 0, tied: 0)
    for golden in goldens {
      let detector = try ObjectDetector(options: golden.objectOptions(.video))
      let reader = try golden.videoFrames()
      for expected in golden.frames {
        let frame = try #require(try reader.next())
        let image = try MPImage(imageBuffer: frame.image)
        let result = try detector.detect(
          videoFrame: image, timestampInMilliseconds: frame.timestampInMilliseconds)
        try check(result, expected, golden, image, &count)
      }
    }
    print("int8, videos: \(count.equal) frames equal, \(count.tied) differ by ties only")
    #expect(count.equal > 2 * count.tied)
  }

  private func check(
    _ result: ObjectDetectorResult, _ expected: ObjectGolden.Frame, _ golden: ObjectGolden, _ image: MPImage,
    _ count: inout (equal: Int, tied: Int)
  ) throws {
    var differences = ObjectDifferences()
    differences.add(result, expected, golden.case)
    if differences.mismatches.isEmpty, differences.score < 1e-6 {
      count.equal += 1
      return
    }
    count.tied += 1
    let replay = try replay(of: golden, image)
    let theirs = expected.detections.flatMap { detection in
      detection.categories.map { category in
        SuppressionReplay.Entry(
          pixels: PixelBox(detection.boundingBox), className: category.categoryName, score: category.score)
      }
    }
    // Boxes with the same pixels stand together in a result; in the order of scores they were taken.
    let inOrder = theirs.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
    let objection = replay.objection(to: inOrder.map(\.element))
    #expect(objection == nil, "\(golden.case), frame \(expected.frame)")
  }

  /// All boxes above the threshold, as the model gives them: with a threshold of 1 nothing is suppressed.
  private func replay(of golden: ObjectGolden, _ image: MPImage) throws -> SuppressionReplay {
    let options = try golden.objectOptions(.image)
    let (overlapThreshold, maxResults) = (options.minSuppressionThreshold, options.maxResults)
    options.minSuppressionThreshold = 1
    options.maxResults = -1
    let pipeline = try ObjectDetectorPipeline(options: options)
    let frame = try Frame(image)
    let toImage = try pipeline.find(in: frame).transformToImage(of: frame.image.size)
    let found = pipeline.detections
    let candidates = (0..<found.count).map { index in
      SuppressionReplay.Candidate(
        bounds: found.boxes[index].bounds,
        pixels: PixelBox(
          toImage(found.boxes[index].bounds), imageWidth: frame.image.width, imageHeight: frame.image.height),
        classIndex: found.classes[index], score: found.scores[index])
    }
    return SuppressionReplay(
      candidates: candidates, classNames: pipeline.classNames, overlapThreshold: overlapThreshold,
      maxResults: maxResults)
  }
}

extension PixelBox {
  fileprivate init(_ box: ObjectGolden.Box) {
    self.init(x: box.x, y: box.y, width: box.width, height: box.height)
  }
}
