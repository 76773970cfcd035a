import VisionCore
import VisionImaging

/// Draws results of one kind on an image: boxes, skeletons, masks, trails, a frame rate.
///
/// Lines and text are sized in proportion to the image, with dark edges that keep them visible on any background.
/// Several annotators can draw on one canvas, one above the other, which copies the image only once:
///
/// ```swift
/// let canvas = try ImageCanvas(frame.image)
/// try MaskAnnotator().draw(masks, on: canvas)
/// BoxAnnotator().draw(boxes, on: canvas)
/// let annotated = try canvas.finish()
/// ```
public protocol Annotator<Annotation>: Sendable {
  /// The type of an annotation: a box, a hand, a mask.
  associatedtype Annotation: Sendable

  /// Draws annotations on a canvas, above earlier drawings.
  ///
  /// - Parameters:
  ///   - annotations: The annotations; parts outside of the image are clipped.
  ///   - canvas: The image to draw on.
  /// - Throws: `TasksError` with `invalidArgumentError` for an annotation that cannot belong to this image.
  func draw(_ annotations: [Annotation], on canvas: borrowing ImageCanvas) throws
}

extension Annotator {
  /// Draws on a copy of an image.
  ///
  /// - Parameters:
  ///   - image: The image underneath.
  ///   - annotations: The annotations.
  /// - Returns: The annotated image, opaque BGRA.
  /// - Throws: `TasksError` with `invalidArgumentError` for an image too large to draw on and for an annotation that
  ///   cannot belong to it, `resourceExhaustedError` without memory for the copy, `notFoundError` when Cairo is not installed.
  public func annotate(_ image: ImageBuffer, with annotations: [Annotation]) throws -> ImageBuffer {
    let canvas = try ImageCanvas(image)
    try draw(annotations, on: canvas)
    return try canvas.finish()
  }
}
