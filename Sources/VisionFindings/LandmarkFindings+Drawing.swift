import Foundation
import MediaPipeTasksVision
import VisionMedia

extension LandmarkFindings {
  package func drawn(on image: ImageBuffer) throws -> ImageBuffer {
    let canvas = try ImageCanvas(image)
    let masks = (masks ?? []).enumerated().map { MaskAnnotation(mask: $1, color: .palette($0)) }
    try MaskAnnotator().draw(masks, on: canvas)
    LandmarkAnnotator(skeleton: skeleton).draw(annotations, on: canvas)
    return try canvas.finish()
  }

  /// The skeleton that is drawn.
  package var skeleton: LandmarkSkeleton { subject == .hand ? .hand : .pose }

  /// The hands or people as they are drawn.
  package var annotations: [LandmarkAnnotation] {
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
