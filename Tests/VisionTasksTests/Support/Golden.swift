import Foundation
import Testing

/// Gestures, as the folder `golden` records them.
enum HandRecord: RecordedTask {
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

  struct Frame: Decodable {
    let frame: Int
    let timestampMs: Int?
    let gestures: [[RecordedCategory]]
    let handedness: [[RecordedCategory]]
    let landmarks: [[[Float]]]
    let worldLandmarks: [[[Float]]]
  }
}

typealias Golden = RecordedResult<HandRecord>

extension Golden {
  /// The gesture results of either mode, in the order of their names.
  static func gestureImages() throws -> [Golden] { try all(".gesture", mode: "image") }
  static func gestureVideos() throws -> [Golden] { try all(".gesture", mode: "video") }
}
