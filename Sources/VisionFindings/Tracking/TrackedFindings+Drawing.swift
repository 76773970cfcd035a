import Foundation
import MediaPipeTasksVision
import VisionMedia

extension TrackedFindings {
  package func drawn(on image: ImageBuffer) throws -> ImageBuffer {
    let canvas = try ImageCanvas(image)
    TrailAnnotator().draw(trails, on: canvas)
    BoxAnnotator().draw(annotations, on: canvas)
    return try canvas.finish()
  }

  /// The objects as they are drawn, in a colour of their number: `#3 cat 0.72`.
  package var annotations: [BoxAnnotation] { objects.map(BoxAnnotation.init) }
}

extension TrackedPoint {
  /// The middle of an object's box.
  package init(id: Int, middleOf box: CGRect) {
    self.init(
      id: id,
      position: SIMD2(
        Double(box.origin.x) + Double(box.size.width) / 2, Double(box.origin.y) + Double(box.size.height) / 2))
  }
}
