internal import CCairo

extension ImageCanvas {
  /// Draws in a layer of its own, in which what comes later replaces what is there instead of covering it, and puts the layer
  /// on the image.
  ///
  /// - Parameters:
  ///   - box: The part of the image that the layer covers, in pixels; the smaller the faster.
  ///   - body: Draws on the canvas it is given.
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
