import Foundation
import MediaPipeTasksVision
import VisionMedia

extension DetectionFindings {
  package func drawn(on image: ImageBuffer) throws -> ImageBuffer {
    try BoxAnnotator().annotate(image, with: annotations)
  }

  /// The objects as they are drawn, in a colour of their class.
  package var annotations: [BoxAnnotation] {
    detections.map { detection in
      BoxAnnotation(
        box: DrawingBox(detection.boundingBox),
        label: detection.categories.first.map(Self.label), color: .category(detection.categories.first?.index ?? 0))
    }
  }

  /// For example `cat 0.72`; a class without a name has its number.
  private static func label(_ category: ResultCategory) -> String {
    let name = category.displayName ?? category.categoryName ?? "#\(category.index)"
    return name + String(format: " %.2f", Double(category.score))
  }
}

extension DrawingBox {
  /// A result's box as it is drawn.
  init(_ box: CGRect) {
    self.init(
      minX: Double(box.origin.x), minY: Double(box.origin.y), width: Double(box.size.width),
      height: Double(box.size.height))
  }
}
