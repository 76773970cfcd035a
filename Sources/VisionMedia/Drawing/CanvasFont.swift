internal import CCairo

/// The font of all text: the system's bold sans-serif.
///
/// It is looked up once and kept: Cairo forgets a font that nothing holds, and would look it up again for every image. Cairo
/// has to be loaded before.
final class CanvasFont: Sendable {
  static let shared = CanvasFont()

  // Safe: Cairo counts holders of a font and guards what they share.
  nonisolated(unsafe) let face: OpaquePointer?

  private init() {
    face = cairo_toy_font_face_create("sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
  }

  deinit { cairo_font_face_destroy(face) }
}
