import Foundation
import Testing

/// One of MediaPipe's own results, as the folder `golden` records them.
struct Golden: RecordedResult {
  struct Model: Decodable, Hashable {
    let file: String
  }

  struct Options: Decodable, Hashable {
    struct Classifier: Decodable, Hashable {
      let scoreThreshold: Float?
      let maxResults: Int?
      let categoryAllowlist: [String]?
      let categoryDenylist: [String]?
    }

    let numHands: Int?
    let minHandDetectionConfidence: Float?
    let minHandPresenceConfidence: Float?
    let minTrackingConfidence: Float?
    let cannedGestureClassifierOptions: Classifier?
    let customGestureClassifierOptions: Classifier?
  }

  struct Category: Decodable {
    let categoryName: String
    let score: Float
    let index: Int?
  }

  struct Frame: Decodable {
    let frame: Int
    let timestampMs: Int?
    let gestures: [[Category]]
    let handedness: [[Category]]
    let landmarks: [[[Float]]]
    let worldLandmarks: [[[Float]]]
  }

  let `case`: String
  let mode: String
  let media: String
  let width: Int
  let height: Int
  let pixelFormat: String
  let pixelSha256: String
  let rotationDegrees: Int
  let model: Model
  let options: Options
  let frames: [Frame]
}

extension Golden {
  /// The gesture results of either mode, in the order of their names.
  static func gestureImages() throws -> [Golden] { try all(".gesture", mode: "image") }
  static func gestureVideos() throws -> [Golden] { try all(".gesture", mode: "video") }
}
