import Foundation
import MediaPipeTasksVision
import VisionMedia

extension HandFindings {
  /// The hands as they are drawn.
  var annotations: [HandAnnotation] {
    landmarks.indices.map { hand in
      HandAnnotation(landmarks: landmarks[hand].map { SIMD2($0.x, $0.y) }, label: label(ofHand: hand))
    }
  }

  /// What is written beside a hand: the gesture with its score, and the side, as in `Victory 0.93 · Left`.
  private func label(ofHand hand: Int) -> String? {
    let side = handedness[hand].first?.categoryName
    guard let gestures else { return side }
    let gesture = gestures[hand].first.map { category in
      "\(category.categoryName ?? "") " + String(format: "%.2f", Double(category.score))
    }
    let parts = [gesture, side].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }
}
