internal import CCairo

extension ImageCanvas {
  /// Draws one line of text in the system's bold sans-serif font.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - origin: The left end of the baseline.
  ///   - size: The font's size in pixels.
  ///   - color: The color.
  public func drawText(_ text: String, at origin: SIMD2<Double>, size: Double, color: DrawingColor) {
    guard origin.isDrawable, size > 0 else { return }
    use(color)
    cairo_set_font_size(context, size)
    cairo_move_to(context, origin.x, origin.y)
    cairo_show_text(context, text)
    cairo_new_path(context)
  }

  /// The advance width of a line of text, in pixels.
  public func textWidth(_ text: String, size: Double) -> Double {
    var extents = cairo_text_extents_t()
    cairo_set_font_size(context, size)
    cairo_text_extents(context, text, &extents)
    return extents.x_advance
  }
}

/// The font of all text: the system's bold sans-serif.
///
/// It is looked up once and kept, since Cairo would free it and look it up again for every image. Cairo must be loaded
/// first.
final class CanvasFont: Sendable {
  static let shared = CanvasFont()

  // Safe: Cairo's reference counts and shared font state are thread-safe.
  nonisolated(unsafe) let face: OpaquePointer?

  private init() {
    face = cairo_toy_font_face_create("sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
  }

  deinit { cairo_font_face_destroy(face) }
}
