import VisionErrors
import VisionImaging

/// Something that draws results of one kind on an image: boxes, skeletons, masks, trails, a frame rate.
///
/// Sizes of lines and text follow the image's size, and what is drawn shows on any ground. Several annotators can draw on
/// one canvas, one above the other, which copies the image only once:
///
/// ```swift
/// let canvas = try ImageCanvas(frame.image)
/// try MaskAnnotator().draw(masks, on: canvas)
/// BoxAnnotator().draw(boxes, on: canvas)
/// let annotated = try canvas.finish()
/// ```
public protocol Annotator<Annotation>: Sendable {
  /// What is drawn: a box, a hand, a mask.
  associatedtype Annotation: Sendable

  /// Draws on a canvas, above what is there.
  ///
  /// - Parameters:
  ///   - annotations: The annotations; what lies outside of the image is cut off.
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
