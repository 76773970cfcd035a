import Foundation
import MediaPipeTasksVision
import VisionMedia

extension LandmarkFindings {
  func drawn(on image: ImageBuffer) throws -> ImageBuffer {
    let ground = try (masks ?? []).enumerated().reduce(image) { picture, entry in
      try MaskAnnotator(color: .palette(entry.offset)).annotate(picture, with: entry.element)
    }
    return try LandmarkAnnotator(skeleton: skeleton).annotate(ground, with: annotations)
  }

  /// The skeleton that is drawn.
  var skeleton: LandmarkSkeleton { subject == .hand ? .hand : .pose }

  /// The hands or people as they are drawn.
  var annotations: [LandmarkAnnotation] {
    landmarks.indices.map { hand in
      LandmarkAnnotation(landmarks: landmarks[hand].map { SIMD2($0.x, $0.y) }, label: label(ofHand: hand))
    }
  }

  /// What is written beside a hand: the gesture with its score, and the side, as in `Victory 0.93 · Left`.
  private func label(ofHand hand: Int) -> String? {
    let side = handedness?[hand].first?.categoryName
    guard let gestures else { return side }
    let gesture = gestures[hand].first.map { category in
      "\(category.categoryName ?? "") " + String(format: "%.2f", Double(category.score))
    }
    let parts = [gesture, side].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }
}
