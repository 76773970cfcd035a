internal import CCairo

extension ImageCanvas {
  /// Draws a straight line with round ends.
  public func strokeLine(
    from start: SIMD2<Double>, to end: SIMD2<Double>, width: Double, color: DrawingColor
  ) {
    strokeLines([(start, end)], width: width, color: color)
  }

  /// Draws straight lines with round ends at once: where they cross, a translucent color is not applied twice.
  func strokeLines(_ lines: [(start: SIMD2<Double>, end: SIMD2<Double>)], width: Double, color: DrawingColor) {
    use(color)
    cairo_set_line_width(context, width)
    cairo_new_path(context)
    for line in lines where line.start.isDrawable && line.end.isDrawable {
      cairo_move_to(context, line.start.x, line.start.y)
      cairo_line_to(context, line.end.x, line.end.y)
    }
    cairo_stroke(context)
  }

  /// Fills a circle.
  public func fillCircle(center: SIMD2<Double>, radius: Double, color: DrawingColor) {
    fillCircles([(center, radius)], color: color)
  }

  /// Fills circles at once: where they overlap, a translucent color is not applied twice.
  func fillCircles(_ circles: [(center: SIMD2<Double>, radius: Double)], color: DrawingColor) {
    use(color)
    cairo_new_path(context)
    for circle in circles where circle.center.isDrawable && circle.radius > 0 {
      cairo_new_sub_path(context)
      cairo_arc(context, circle.center.x, circle.center.y, circle.radius, 0, 2 * .pi)
    }
    cairo_fill(context)
  }

  /// Fills a box with rounded corners.
  public func fillRoundedBox(_ box: DrawingBox, cornerRadius: Double, color: DrawingColor) {
    guard outline(box, cornerRadius: cornerRadius) else { return }
    use(color)
    cairo_fill(context)
  }

  /// Strokes a box with rounded corners; the line is centered on the box's edge.
  public func strokeRoundedBox(_ box: DrawingBox, cornerRadius: Double, width: Double, color: DrawingColor) {
    guard outline(box, cornerRadius: cornerRadius) else { return }
    use(color)
    cairo_set_line_width(context, width)
    cairo_stroke(context)
  }

  /// Makes a box with rounded corners the current path; false when there is nothing to draw.
  private func outline(_ box: DrawingBox, cornerRadius: Double) -> Bool {
    let (topLeft, bottomRight) = (SIMD2(box.minX, box.minY), SIMD2(box.maxX, box.maxY))
    guard box.width > 0, box.height > 0, topLeft.isDrawable, bottomRight.isDrawable else { return false }
    let radius = min(cornerRadius, box.width / 2, box.height / 2)
    cairo_new_path(context)
    cairo_arc(context, box.maxX - radius, box.minY + radius, radius, -.pi / 2, 0)
    cairo_arc(context, box.maxX - radius, box.maxY - radius, radius, 0, .pi / 2)
    cairo_arc(context, box.minX + radius, box.maxY - radius, radius, .pi / 2, .pi)
    cairo_arc(context, box.minX + radius, box.minY + radius, radius, .pi, 1.5 * .pi)
    cairo_close_path(context)
    return true
  }
}

extension ImageCanvas {
  /// Draws in a separate layer, in which later drawings replace earlier ones instead of blending, and composites the
  /// layer.
  ///
  /// - Parameters:
  ///   - box: The part of the image that the layer covers, in pixels; a smaller one is faster.
  ///   - body: Draws on the layer's canvas.
  func withLayer(in box: DrawingBox, _ body: (borrowing ImageCanvas) -> Void) {
    let shown = box.clipped(to: Double(width), Double(height))
    guard shown.width > 0, shown.height > 0 else { return }
    let (left, top) = (shown.minX.rounded(.down), shown.minY.rounded(.down))
    cairo_save(context)
    cairo_new_path(context)
    cairo_rectangle(context, left, top, shown.maxX.rounded(.up) - left, shown.maxY.rounded(.up) - top)
    cairo_clip(context)
    cairo_push_group(context)
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    body(self)
    cairo_pop_group_to_source(context)
    cairo_paint(context)
    cairo_restore(context)
  }
}
