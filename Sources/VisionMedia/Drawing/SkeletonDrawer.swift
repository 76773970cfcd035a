/// Draws the lines and dots of one figure; hands and bodies share it.
struct SkeletonDrawer {
  let skeleton: LandmarkSkeleton

  /// Draws a figure.
  ///
  /// - Parameters:
  ///   - points: The landmarks in pixels; lines to points that are missing or not finite are left out.
  ///   - style: The sizes for the picture.
  ///   - canvas: What is drawn on.
  func draw(_ points: [SIMD2<Double>], style: AnnotationStyle, on canvas: borrowing ImageCanvas) {
    let visible = points.filter { $0.x.isFinite && $0.y.isFinite }
    guard let box = DrawingBox(around: visible) else { return }
    let style = style.fitted(toFigureOf: max(box.width, box.height))
    let edge = max(0.6, style.lineWidth * 0.35)
    func point(_ index: Int) -> SIMD2<Double>? {
      guard points.indices.contains(index), points[index].x.isFinite, points[index].y.isFinite else { return nil }
      return points[index]
    }
    // All dark edges first: the coloured lines then run into one another without gaps.
    for connection in skeleton.connections {
      guard let start = point(connection.start), let end = point(connection.end) else { continue }
      canvas.strokeLine(from: start, to: end, width: style.lineWidth + 2 * edge, color: .ink.withAlpha(0.75))
    }
    for part in skeleton.parts {
      for connection in part.connections {
        guard let start = point(connection.start), let end = point(connection.end) else { continue }
        canvas.strokeLine(from: start, to: end, width: style.lineWidth, color: part.color)
      }
    }
    for (index, color) in skeleton.jointColors(count: points.count).enumerated() {
      guard let center = point(index) else { continue }
      canvas.fillCircle(center: center, radius: style.jointRadius + edge, color: .ink.withAlpha(0.85))
      canvas.fillCircle(center: center, radius: style.jointRadius, color: .white)
      canvas.fillCircle(center: center, radius: style.jointRadius * 0.62, color: color)
    }
  }
}
