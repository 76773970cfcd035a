import MediaPipeTasksVision
import VisionMedia

extension LandmarkFindings {
  package func drawn(on image: ImageBuffer) throws -> ImageBuffer {
    let canvas = try ImageCanvas(image)
    try MaskAnnotator().draw(MaskAnnotation.subjects(masks ?? []), on: canvas)
    LandmarkAnnotator().draw(annotations, on: canvas)
    return try canvas.finish()
  }

  /// The hands or people as they are drawn.
  package var annotations: [LandmarkAnnotation] {
    let part = LandmarksPart(
      subject == .hand ? .hand : .person, topology: subject == .hand ? .hand : .pose, landmarks: landmarks,
      worldLandmarks: worldLandmarks)
    let categories = [CategoriesPart(.gestures, gestures ?? []), CategoriesPart(.handedness, handedness ?? [])]
    return LandmarkAnnotation.figures(part, categories: categories)
  }
}
