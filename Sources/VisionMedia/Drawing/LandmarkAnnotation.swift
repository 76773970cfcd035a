/// A hand, a body or a face to draw.
public struct LandmarkAnnotation: Sendable, Hashable {
  /// The landmarks as fractions of the image's width and height; they may lie outside of 0...1.
  public var landmarks: [SIMD2<Float>]
  /// The label's text, such as "Victory 0.93 · Left"; nil for no label.
  public var label: String?
  /// The skeleton; nil for the annotator's.
  public var skeleton: LandmarkSkeleton?
  /// The colour of the label's background; nil, the default, for a dark one.
  public var labelColor: DrawingColor?

  /// Makes a figure to draw.
  public init(landmarks: [SIMD2<Float>], label: String? = nil) { (self.landmarks, self.label) = (landmarks, label) }

  /// Makes a figure to draw from a result's landmarks.
  ///
  /// - Parameters:
  ///   - landmarks: The landmarks of one hand or person.
  ///   - skeleton: The connections between them, such as `.hand` or `.pose`.
  ///   - label: The label's text; nil, the default, for no label.
  public init(_ landmarks: [NormalizedLandmark], skeleton: LandmarkSkeleton, label: String? = nil) {
    self.landmarks = landmarks.map { SIMD2($0.x, $0.y) }
    (self.label, self.skeleton) = (label, skeleton)
  }

  /// The landmarks in pixels of an image of this size.
  func points(in size: SIMD2<Double>) -> [SIMD2<Double>] {
    landmarks.map { SIMD2(Double($0.x), Double($0.y)) * size }
  }
}

/// Draws hands, bodies or faces: lines between landmarks with a dark edge, visible on any background, a dot per
/// landmark, and a label on a dark box beside the figure. A face has a thin mesh and no dots.
public struct LandmarkAnnotator: Annotator {
  /// The connections of figures that have no skeleton of their own.
  public var skeleton: LandmarkSkeleton
  /// Line and text sizes; nil chooses sizes that fit each image.
  public var style: AnnotationStyle?

  /// Makes an annotator.
  public init(skeleton: LandmarkSkeleton = .hand, style: AnnotationStyle? = nil) {
    (self.skeleton, self.style) = (skeleton, style)
  }

  /// Draws figures on a canvas, labels above everything else.
  ///
  /// - Parameters:
  ///   - annotations: The figures; landmarks that are not finite are skipped.
  ///   - canvas: The image to draw on.
  public func draw(_ annotations: [LandmarkAnnotation], on canvas: borrowing ImageCanvas) {
    let style = AnnotationStyle(style, on: canvas)
    var labels = LabelLayout(width: canvas.size.x, height: canvas.size.y)
    let figures = annotations.map { $0.points(in: canvas.size) }
    for (annotation, points) in zip(annotations, figures) {
      draw(points, annotation.skeleton ?? skeleton, style, on: canvas)
    }
    let boxes = figures.map { DrawingBox(around: $0) }
    for (annotation, box) in zip(annotations, boxes) {
      guard let text = annotation.label, !text.isEmpty, let box else { continue }
      // A fingertip reaches beyond its landmark by about a twentieth of the hand.
      let figure = box.insetted(by: -max(2 * style.jointRadius, max(box.width, box.height) / 20))
      let label = Label(text, fontSize: style.fontSize, on: canvas)
      let others = boxes.compactMap { $0 }.filter { $0 != box }
      guard let label, let place = labels.place(label, beside: figure, avoiding: others) else { continue }
      label.draw(in: place, on: canvas, ground: annotation.labelColor ?? .ink.withAlpha(0.82))
    }
  }

  private typealias Line = (start: SIMD2<Double>, end: SIMD2<Double>)
  private typealias Circle = (center: SIMD2<Double>, radius: Double)

  /// Draws the lines and dots of one figure in pixels; lines to points that are missing or not finite are skipped.
  /// All shapes of one colour are drawn in one call, which is much faster than single lines and dots.
  private func draw(
    _ points: [SIMD2<Double>], _ skeleton: LandmarkSkeleton, _ style: AnnotationStyle, on canvas: borrowing ImageCanvas
  ) {
    guard let box = DrawingBox(around: points) else { return }
    let size = max(box.width, box.height)
    let style = style.fitted(toFigureOf: size)
    let parts = skeleton.parts.map { part in
      let lines = joinedPoints(of: part, points)
      return (part: part, lines: lines, style: Self.style(style, of: part, lines, size))
    }
    for part in parts where part.part.style == .mesh {
      // The mesh of a small face would hide it.
      let alpha = 0.55 * min(1, max(0, (size - 40) / 160))
      canvas.strokeMesh(part.lines, width: part.style.lineWidth, color: part.part.color.withAlpha(alpha))
    }
    // All dark edges first, so that the coloured lines join without gaps.
    let opaque = parts.filter { $0.part.style != .mesh }
    for part in opaque {
      let width = part.style.lineWidth + 2 * part.style.edgeWidth
      canvas.strokeLines(part.lines, width: width, color: .ink.withAlpha(part.part.style == .bones ? 0.75 : 0.45))
    }
    for part in opaque { canvas.strokeLines(part.lines, width: part.style.lineWidth, color: part.part.color) }
    guard skeleton.hasDots else { return }
    let joints = zip(points, skeleton.jointParts(count: points.count)).map { point, part in
      (center: point, part: part, style: part.map { parts[$0].style } ?? style)
    }
    let rims = joints.map { Circle($0.center, $0.style.jointRadius + $0.style.edgeWidth) }
    canvas.fillCircles(rims, color: .ink.withAlpha(0.85))
    canvas.fillCircles(joints.map { ($0.center, $0.style.jointRadius) }, color: .white)
    for (number, part) in skeleton.parts.enumerated() {
      let dots = joints.filter { $0.part == number }.map { Circle($0.center, $0.style.jointRadius * 0.62) }
      canvas.fillCircles(dots, color: part.color)
    }
  }

  /// The sizes for a part of a figure. Contours have short lines, but are not crowded; a mesh is both.
  private static func style(
    _ style: AnnotationStyle, of part: LandmarkSkeleton.Part, _ lines: [Line], _ size: Double
  ) -> AnnotationStyle {
    var thin = style
    switch part.style {
    case .bones:
      let steps = lines.map { $0.end - $0.start }
      return style.fitted(toLines: steps.map { ($0 * $0).sum().squareRoot() })
    case .contour: thin.lineWidth = max(0.8, min(style.lineWidth * 0.6, size / 90))
    case .mesh: thin.lineWidth = max(0.5, min(style.lineWidth * 0.2, size / 270))
    }
    return thin
  }

  private func joinedPoints(of part: LandmarkSkeleton.Part, _ points: [SIMD2<Double>]) -> [Line] {
    func point(_ index: Int) -> SIMD2<Double>? { points.indices.contains(index) ? points[index] : nil }
    return part.connections.compactMap { connection in
      guard let start = point(connection.start), let end = point(connection.end), start.isDrawable, end.isDrawable
      else { return nil }
      return (start, end)
    }
  }
}
