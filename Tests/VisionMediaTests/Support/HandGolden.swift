import Foundation
import TestSupport
import Testing
import VisionMedia

/// A golden of hands, as drawings need it.
struct HandGolden: Decodable {
  struct Frame: Decodable {
    let landmarks: [[[Float?]]]?
    let gestures: [[Category]]?
    let handedness: [[Category]]?
  }

  struct Category: Decodable {
    let categoryName: String
    let score: Float
  }

  let frames: [Frame]

  static func named(_ name: String) throws -> HandGolden { try #require(GoldenFolder.shared).decode(from: name) }
}

extension HandGolden.Frame {
  /// The hands of a golden's frame, labelled as the command labels them.
  var hands: [LandmarkAnnotation] {
    (landmarks ?? []).enumerated().map { index, points in
      let gesture = gestures?[index].first.map { "\($0.categoryName) " + String(format: "%.2f", $0.score) }
      let side = handedness?[index].first?.categoryName
      return LandmarkAnnotation(
        landmarks: points.map { SIMD2($0[0] ?? .nan, $0[1] ?? .nan) },
        label: [gesture, side].compactMap { $0 }.joined(separator: " · "))
    }
  }
}
