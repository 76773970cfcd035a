import Foundation
import VisionImaging
import VisionResults

extension TaskOutput {
  /// Draws all parts with positions in the image: masks first, landmarks and boxes above them.
  ///
  /// - Parameter canvas: The task's input image.
  /// - Throws: `TasksError` with `invalidArgumentError` for a mask of another size.
  package func drawParts(on canvas: borrowing ImageCanvas) throws {
    try MaskAnnotator().draw(MaskAnnotation.subjects(masks ?? []), on: canvas)
    let figures = landmarkAnnotations
    if !figures.isEmpty { LandmarkAnnotator().draw(figures, on: canvas) }
    for case .boxes(let part) in parts {
      TrailAnnotator().draw(part.trails, on: canvas)
      BoxAnnotator().draw(part.annotations, on: canvas)
    }
    CornerText().draw(imageLabels, on: canvas)
  }

  /// The labels of the whole image: the best categories of a classifier's heads.
  package var imageLabels: [String] {
    parts.flatMap { part -> [String] in
      guard case .categories(let part) = part, part.heads != nil, part.format.label != .none else { return [] }
      return part.lists.flatMap { $0.prefix(CornerText.maxLines) }.map { category in
        let name = category.displayName ?? category.categoryName ?? "#\(category.index)"
        return part.format.label == .name ? name : "\(name) " + String(format: "%.2f", category.score)
      }
    }
  }

  /// Draws all parts on a copy of an image.
  ///
  /// - Parameter image: The task's input image.
  /// - Returns: The annotated image, opaque BGRA.
  /// - Throws: `TasksError` when the image is too large to draw on, and when Cairo is not installed.
  package func drawn(on image: ImageBuffer) throws -> ImageBuffer {
    let canvas = try ImageCanvas(image)
    try drawParts(on: canvas)
    return try canvas.finish()
  }

  /// The annotations of the subjects with landmarks.
  package var landmarkAnnotations: [LandmarkAnnotation] {
    let parts = parts
    let categories = parts.compactMap { part -> CategoriesPart? in
      if case .categories(let part) = part { part } else { nil }
    }
    return parts.flatMap { part -> [LandmarkAnnotation] in
      if case .landmarks(let part) = part { LandmarkAnnotation.figures(part, categories: categories) } else { [] }
    }
  }

  package var boxAnnotations: [BoxAnnotation] {
    parts.flatMap { part -> [BoxAnnotation] in if case .boxes(let part) = part { part.annotations } else { [] } }
  }
}

extension BoxesPart {
  fileprivate var annotations: [BoxAnnotation] {
    boxes.map { BoxAnnotation($0, isCoarse: format.categories == .coarse) }
  }
}
