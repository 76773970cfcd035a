import MediaPipeTasksVision
import VisionMedia

extension LandmarkFindings {
  package func drawn(on image: ImageBuffer) throws -> ImageBuffer {
    let canvas = try ImageCanvas(image)
    try MaskAnnotator().draw(MaskAnnotation.people(masks ?? []), on: canvas)
    LandmarkAnnotator().draw(annotations, on: canvas)
    return try canvas.finish()
  }

  /// The hands or people as they are drawn.
  package var annotations: [LandmarkAnnotation] {
    switch subject {
    case .hand: LandmarkAnnotation.hands(landmarks, gestures: gestures ?? [], handedness: handedness ?? [])
    case .person: LandmarkAnnotation.people(landmarks)
    }
  }
}
