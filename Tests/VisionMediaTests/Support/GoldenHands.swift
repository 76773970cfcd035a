import Foundation
import VisionMedia

extension Golden.Frame {
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
