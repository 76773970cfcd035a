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
  ///   cannot belong to it, `resourceExhaustedError` without memory for the copy, `notFoundError` when Cairo is not
  ///   installed.
  public func annotate(_ image: ImageBuffer, with annotations: [Annotation]) throws -> ImageBuffer {
    let canvas = try ImageCanvas(image)
    try draw(annotations, on: canvas)
    return try canvas.finish()
  }
}

/// Sizes of lines and text in pixels, in proportion to an image.
public struct AnnotationStyle: Sendable, Hashable {
  /// The width of a skeleton's lines.
  public var lineWidth: Double
  /// The radius of a landmark's dot.
  public var jointRadius: Double
  /// The size of labels' text.
  public var fontSize: Double

  /// Makes a style from its sizes, in pixels. Annotators take sizes below 0 and NaN as 0, and those above
  /// `ImageCanvas.maximumDimension` as that.
  public init(lineWidth: Double, jointRadius: Double, fontSize: Double) {
    (self.lineWidth, self.jointRadius, self.fontSize) = (lineWidth, jointRadius, fontSize)
  }

  static let minFontSize = 11.0

  /// Sizes in proportion to an image, such that its shorter side holds about thirty lines of text.
  public init(width: Int, height: Int) {
    let side = Double(min(width, height))
    self.init(
      lineWidth: max(1, side / 150), jointRadius: max(1, side / 110), fontSize: max(Self.minFontSize, side / 28))
  }

  /// The sizes to draw with: the given ones, as far as they can be drawn, or those that fit the canvas.
  init(_ given: AnnotationStyle?, on canvas: borrowing ImageCanvas) {
    self = given ?? AnnotationStyle(width: canvas.width, height: canvas.height)
    (lineWidth, jointRadius, fontSize) = (lineWidth.drawableLength, jointRadius.drawableLength, fontSize.drawableLength)
  }

  /// Thinner lines where a figure is small in its image, so that they do not hide it.
  func fitted(toFigureOf size: Double) -> AnnotationStyle {
    AnnotationStyle(
      lineWidth: max(1, min(lineWidth, size / 34)), jointRadius: max(0.8, min(jointRadius, size / 26)),
      fontSize: fontSize)
  }

  /// Thinner lines and smaller dots for a part with short lines, such as a face, so that they do not merge.
  func fitted(toLines lengths: [Double]) -> AnnotationStyle {
    guard !lengths.isEmpty else { return self }
    let limit = max(0.8, lengths.sorted()[lengths.count / 2] / 4)
    return AnnotationStyle(lineWidth: min(lineWidth, limit), jointRadius: min(jointRadius, limit), fontSize: fontSize)
  }

  /// The width of the dark edge on each side of a line.
  var edgeWidth: Double { max(0.6, lineWidth * 0.35) }
}
