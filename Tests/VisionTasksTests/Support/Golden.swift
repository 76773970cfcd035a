import Foundation
import Testing

/// One of MediaPipe's own results, as the folder `golden` records them.
struct Golden: Decodable, Sendable, CustomTestStringConvertible {
  struct Model: Decodable {
    let file: String
  }

  struct Options: Decodable {
    struct Classifier: Decodable {
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

  var testDescription: String { `case` }
}

extension Golden {
  /// The gesture results of one mode, in the order of their names.
  static func gestures(mode: String) -> [Golden] {
    guard let folder = SharedFolder.url?.appending(path: "golden"),
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { return [] }
    return names.filter { $0.contains(".gesture") && $0.hasSuffix(".json") }.sorted().compactMap { name in
      guard let data = try? Data(contentsOf: folder.appending(path: name)),
        let golden = try? JSONDecoder().decode(Golden.self, from: data), golden.mode == mode
      else { return nil }
      return golden
    }
  }

  static let gestureImages = gestures(mode: "image")
  static let gestureVideos = gestures(mode: "video")
}
