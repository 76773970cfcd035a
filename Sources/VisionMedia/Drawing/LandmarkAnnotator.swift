/// Draws hands or bodies: lines between landmarks with a dark edge, visible on any background, a dot per landmark, and a label
/// on a dark box beside the figure.
public struct LandmarkAnnotator: Annotator {
  /// The connections of figures that have no skeleton of their own.
  public var skeleton: LandmarkSkeleton
  /// Line and text sizes; nil chooses sizes that fit each image.
  public var style: AnnotationStyle?

  /// Makes an annotator.
  public init(skeleton: LandmarkSkeleton = .hand, style: AnnotationStyle? = nil) {
    self.skeleton = skeleton
    self.style = style
  }

  /// Draws figures on a canvas, labels above everything else.
  ///
  /// - Parameters:
  ///   - annotations: The hands or bodies; landmarks that are not finite are skipped.
  ///   - canvas: The image to draw on.
  public func draw(_ annotations: [LandmarkAnnotation], on canvas: borrowing ImageCanvas) {
    let size = SIMD2(Double(canvas.width), Double(canvas.height))
    let style = style ?? AnnotationStyle(width: canvas.width, height: canvas.height)
    var labels = LabelLayout(width: size.x, height: size.y)
    let figures = annotations.map { annotation in
      annotation.landmarks.map { SIMD2(Double($0.x), Double($0.y)) * size }
    }
    for (annotation, points) in zip(annotations, figures) {
      SkeletonDrawer(skeleton: annotation.skeleton ?? skeleton).draw(points, style: style, on: canvas)
    }
    let boxes = figures.map { DrawingBox(around: $0.filter { $0.x.isFinite && $0.y.isFinite }) }
    for (annotation, box) in zip(annotations, boxes) {
      guard let text = annotation.label, !text.isEmpty, let box else { continue }
      // A fingertip reaches beyond its landmark by about a twentieth of the hand.
      let figure = box.insetted(by: -max(2 * style.jointRadius, max(box.width, box.height) / 20))
      let label = Label(text, fontSize: style.fontSize, on: canvas)
      let others = boxes.compactMap { $0 }.filter { $0 != box }
      guard let label, let place = labels.place(label, beside: figure, avoiding: others) else { continue }
      label.draw(in: place, on: canvas)
    }
  }
}
