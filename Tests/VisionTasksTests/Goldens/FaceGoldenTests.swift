import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// One of MediaPipe's own face detections, as the folder `golden` records them.
private struct FaceGolden: RecordedResult {
  struct Options: Decodable {
    let minDetectionConfidence: Float?
    let minSuppressionThreshold: Float?
  }

  struct Face: Decodable {
    let boundingBox: ObjectGolden.Box
    let categories: [Golden.Category]
    /// x and y of each point, in fractions of the image.
    let keypoints: [[Float]]
  }

  struct Frame: Decodable {
    let detections: [Face]
  }

  let `case`: String
  let mode: String
  let media: String
  let pixelFormat: String
  let pixelSha256: String
  let rotationDegrees: Int
  let model: Golden.Model
  let options: Options
  let frames: [Frame]
}

@Suite("Faces equal MediaPipe's", .needs(.shared))
struct FaceGoldenTests {
  @Test("Stills in all turns: same pixels, same scores, same points")
  func stills() throws {
    let goldens = try FaceGolden.all(".facedet-short", mode: "image")
    #expect(goldens.count > 60)
    for golden in goldens {
      let options = FaceDetectorOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/\(golden.model.file)")
      if let value = golden.options.minDetectionConfidence { options.minDetectionConfidence = value }
      if let value = golden.options.minSuppressionThreshold { options.minSuppressionThreshold = value }
      let found = try FaceDetector(options: options).detect(image: golden.mpImage()).detections
      let expected = golden.frames[0].detections
      #expect(
        found.map(\.boundingBox)
          == expected.map(\.boundingBox).map { CGRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
        "\(golden.case)")
      for (face, other) in zip(found, expected) {
        #expect(abs(face.categories[0].score - (other.categories.first?.score ?? 0)) < 1e-6, "\(golden.case)")
        for (point, place) in zip(face.keypoints ?? [], other.keypoints) {
          #expect(abs(Float(point.location.x) - place[0]) < 1e-6 && abs(Float(point.location.y) - place[1]) < 1e-6)
        }
      }
    }
  }
}
