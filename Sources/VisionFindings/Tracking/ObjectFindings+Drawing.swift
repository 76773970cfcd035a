import FirebaseMLVision
import Foundation
import MediaPipeTasksVision
import VisionMedia

extension ObjectFindings {
  package func drawn(on image: ImageBuffer) throws -> ImageBuffer {
    let canvas = try ImageCanvas(image)
    TrailAnnotator().draw(trails, on: canvas)
    BoxAnnotator().draw(annotations, on: canvas)
    return try canvas.finish()
  }

  /// The objects as they are drawn, `#3 food 0.91`: in a colour of their number, or of their category where there is none.
  package var annotations: [BoxAnnotation] {
    objects.map { object in
      let id = object.trackingID.map { "#\($0)" }
      let category = object.confidence.map { object.categoryText + String(format: " %.2f", Double($0)) }
      return BoxAnnotation(
        box: DrawingBox(object.box), label: [id, category].compactMap { $0 }.joined(separator: " "),
        color: object.trackingID.map(DrawingColor.palette) ?? .palette(object.category.rawValue))
    }
  }
}
