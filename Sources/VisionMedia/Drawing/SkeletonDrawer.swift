/// Draws the lines and dots of one figure, a hand or a body.
///
/// All shapes of one color are drawn in one call, which is much faster than single lines and dots.
struct SkeletonDrawer {
  let skeleton: LandmarkSkeleton

  private typealias Line = (start: SIMD2<Double>, end: SIMD2<Double>)
  private typealias Circle = (center: SIMD2<Double>, radius: Double)

  /// Draws landmarks in pixels; lines to points that are missing or not finite are skipped.
  func draw(_ points: [SIMD2<Double>], style: AnnotationStyle, on canvas: borrowing ImageCanvas) {
    let visible = points.filter { $0.x.isFinite && $0.y.isFinite }
    guard let box = DrawingBox(around: visible) else { return }
    let style = style.fitted(toFigureOf: max(box.width, box.height))
    let lines = skeleton.parts.map { joinedPoints(of: $0, points) }
    let styles = lines.map { lines in
      style.fitted(
        toLines: lines.map { line in
          let step = line.end - line.start
          return (step * step).sum().squareRoot()
        })
    }
    // All dark edges first, so that the colored lines join without gaps.
    for (lines, style) in zip(lines, styles) {
      canvas.strokeLines(lines, width: style.lineWidth + 2 * style.edgeWidth, color: .ink.withAlpha(0.75))
    }
    for (part, (lines, style)) in zip(skeleton.parts, zip(lines, styles)) {
      canvas.strokeLines(lines, width: style.lineWidth, color: part.color)
    }
    drawJoints(points, styles: styles, style: style, on: canvas)
  }

  private func joinedPoints(of part: LandmarkSkeleton.Part, _ points: [SIMD2<Double>]) -> [Line] {
    func point(_ index: Int) -> SIMD2<Double>? { points.indices.contains(index) ? points[index] : nil }
    return part.connections.compactMap { connection in
      guard let start = point(connection.start), let end = point(connection.end), start.isDrawable, end.isDrawable
      else { return nil }
      return (start, end)
    }
  }

  private func drawJoints(
    _ points: [SIMD2<Double>], styles: [AnnotationStyle], style: AnnotationStyle, on canvas: borrowing ImageCanvas
  ) {
    let parts = skeleton.jointParts(count: points.count)
    let joints = zip(points, parts).map { point, part in
      (center: point, part: part, style: part.map { styles[$0] } ?? style)
    }
    let rims = joints.map { Circle($0.center, $0.style.jointRadius + $0.style.edgeWidth) }
    canvas.fillCircles(rims, color: .ink.withAlpha(0.85))
    canvas.fillCircles(joints.map { ($0.center, $0.style.jointRadius) }, color: .white)
    for (number, part) in skeleton.parts.enumerated() {
      let dots = joints.filter { $0.part == number }.map { Circle($0.center, $0.style.jointRadius * 0.62) }
      canvas.fillCircles(dots, color: part.color)
    }
  }
}
