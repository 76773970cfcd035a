import MediaPipeTasksVision
import VisionMedia

extension DetectionFindings {
  package func drawn(on image: ImageBuffer) throws -> ImageBuffer {
    try BoxAnnotator().annotate(image, with: annotations)
  }

  /// The objects as they are drawn, in a colour of their class.
  package var annotations: [BoxAnnotation] { detections.map(BoxAnnotation.init) }
}
