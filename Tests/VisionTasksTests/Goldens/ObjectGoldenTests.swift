import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@Suite("Objects equal MediaPipe's", .needs(.shared))
struct ObjectGoldenTests {
  /// The models, and the minimum number of stills of each; the checkout has fewer than `shared`. Scores of the 8-bit EfficientDet are
  /// multiples of 1/256 and often tie.
  static let models = [
    "ssd_mobilenet_v1_coco_quant.tflite": 78, "efficientdet_lite0_float16.tflite": 78,
    "efficientdet_lite0_int8.tflite": 24,
  ]

  @Test(
    "Stills in all turns, with alpha, with lists, without limits: same order, same pixels, same scores",
    arguments: models)
  func stills(model: String, count: Int) throws {
    let goldens = try ObjectGolden.all(mode: "image") { $0 == model }
    #expect(goldens.count >= count)
    var differences = ObjectDifferences()
    for golden in goldens {
      let detector = try ObjectDetector(options: golden.objectOptions(.image))
      differences.add(try detector.detect(image: golden.mpImage()), golden.frames[0], golden.case)
    }
    print("\(model), \(goldens.count) stills: largest difference of a score \(differences.score)")
    #expect(differences.mismatches == [])
    #expect(differences.score <= 1e-4)
  }

  /// A detector keeps nothing from frame to frame, so that a third of them says as much as all.
  @Test("Videos: every third frame", arguments: models.keys)
  func videos(model: String) throws {
    let goldens = try ObjectGolden.all(mode: "video") { $0 == model }
    #expect(goldens.count == 4)
    var differences = ObjectDifferences()
    var frameCount = 0
    for golden in goldens {
      let detector = try ObjectDetector(options: golden.objectOptions(.video))
      let reader = try golden.videoFrames()
      for (number, expected) in golden.frames.enumerated() {
        let frame = try #require(try reader.next())
        guard number.isMultiple(of: 3) else { continue }
        let result = try detector.detect(
          videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: frame.timestampInMilliseconds)
        differences.add(result, expected, "\(golden.case), frame \(expected.frame)")
        frameCount += 1
      }
    }
    print("\(model), \(frameCount) frames: largest difference of a score \(differences.score)")
    #expect(differences.mismatches == [])
    #expect(differences.score <= 1e-4)
  }
}
