import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// Faces, as the folder `golden` records them.
enum FaceBoxRecord: RecordedTask {
  struct Options: Decodable, Hashable {
    let minDetectionConfidence: Float?
    let minSuppressionThreshold: Float?
  }

  struct Face: Decodable {
    let boundingBox: ObjectRecord.Box
    let categories: [RecordedCategory]
    /// x and y of each point, in fractions of the image.
    let keypoints: [[Float]]
  }

  struct Frame: Decodable {
    let detections: [Face]
  }
}

typealias FaceBoxGolden = RecordedResult<FaceBoxRecord>

/// The tasks of golden tests by their options, since making one takes longer than an image.
struct TaskCache<Key: Hashable, Task> {
  private var tasks: [Key: Task] = [:]

  mutating func task(_ key: Key, _ make: () throws -> Task) rethrows -> Task {
    if let task = tasks[key] { return task }
    let task = try make()
    tasks[key] = task
    return task
  }
}

@Suite("Face boxes and keypoints equal MediaPipe's", .needs(.shared))
struct FaceGoldenTests {
  /// The largest differences, and the cases with other boxes.
  private struct Differences {
    var score: Float = 0
    var point: Float = 0
    var faces = 0
    var mismatches: [String] = []

    mutating func add(_ found: [Detection], _ expected: [FaceBoxRecord.Face], _ place: String) {
      faces += expected.count
      let boxes = expected.map(\.boundingBox).map { CGRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
      guard found.map(\.boundingBox) == boxes else { return mismatches.append(place) }
      for (face, other) in zip(found, expected) {
        score = max(score, abs(face.categories[0].score - (other.categories.first?.score ?? .nan)))
        for (ours, theirs) in zip(face.keypoints ?? [], other.keypoints) {
          point = max(point, abs(Float(ours.location.x) - theirs[0]), abs(Float(ours.location.y) - theirs[1]))
        }
      }
    }
  }

  private struct Setup: Hashable {
    let model: String
    let options: FaceBoxGolden.Options
    let mode: RunningMode
  }

  private static func detector(_ setup: Setup) throws -> FaceDetector {
    let options = FaceDetectorOptions()
    options.baseOptions.modelAssetPath = try ModelFile.path(setup.model)
    options.runningMode = setup.mode
    if let value = setup.options.minDetectionConfidence { options.minDetectionConfidence = value }
    if let value = setup.options.minSuppressionThreshold { options.minSuppressionThreshold = value }
    return try FaceDetector(options: options)
  }

  @Test(
    "Stills in all turns, with alpha, loose and strict: same order, same pixels, same scores, same points",
    arguments: [".facedet-short", ".facedet-full"])
  func stills(word: String) throws {
    let goldens = try FaceBoxGolden.all(word, mode: "image")
    #expect(goldens.count > 50)
    var differences = Differences()
    var detectors = TaskCache<Setup, FaceDetector>()
    for golden in goldens {
      let setup = Setup(model: golden.model.file, options: golden.options, mode: .image)
      let detector = try detectors.task(setup) { try Self.detector(setup) }
      differences.add(
        try detector.detect(image: golden.mpImage()).detections, golden.frames[0].detections, golden.case)
    }
    print(
      "\(word), \(goldens.count) stills, \(differences.faces) faces: largest differences of a score \(differences.score), "
        + "of a point \(differences.point)")
    #expect(differences.mismatches == [])
    #expect(differences.score <= 1e-5 && differences.point <= 1e-5)
  }

  @Test("Videos: every frame", arguments: [".facedet-short", ".facedet-full"])
  func videos(word: String) throws {
    let goldens = try FaceBoxGolden.all(word, mode: "video")
    #expect(goldens.count >= 4)
    var differences = Differences()
    for golden in goldens {
      let detector = try Self.detector(Setup(model: golden.model.file, options: golden.options, mode: .video))
      let reader = try golden.videoFrames()
      for (index, expected) in golden.frames.enumerated() {
        let frame = try #require(try reader.next())
        let result = try detector.detect(
          videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: frame.timestampInMilliseconds)
        differences.add(result.detections, expected.detections, "\(golden.case), frame \(index)")
      }
    }
    print(
      "\(word), \(goldens.count) videos, \(differences.faces) faces: largest differences of a score "
        + "\(differences.score), of a point \(differences.point)")
    #expect(differences.mismatches == [])
    #expect(differences.score <= 1e-5 && differences.point <= 1e-5)
  }
}
