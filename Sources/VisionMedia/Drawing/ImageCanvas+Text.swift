internal import CCairo

extension ImageCanvas {
  /// Draws one line of text in the system's bold sans-serif font; letters that it lacks in another font that has them.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - origin: The left end of the baseline.
  ///   - size: The font's size in pixels, at most `maximumDimension`.
  ///   - color: The colour.
  public func drawText(_ text: String, at origin: SIMD2<Double>, size: Double, color: DrawingColor) {
    let size = size.drawableLength
    guard origin.isDrawable, size > 0 else { return }
    use(color)
    if let pango = OtherScripts.pango(for: text) {
      var missing: Int32 = 0
      _ = vision_pango_text(pango, context, text, size, origin.x, origin.y, true, &missing)
      if missing > 0 { OtherScripts.noteMissingLetters(of: text) }
      return
    }
    cairo_set_font_size(context, size)
    cairo_move_to(context, origin.x, origin.y)
    cairo_show_text(context, text)
    cairo_new_path(context)
  }

  /// The advance width of a line of text, in pixels.
  public func textWidth(_ text: String, size: Double) -> Double {
    let size = size.drawableLength
    guard size > 0 else { return 0 }
    if let pango = OtherScripts.pango(for: text) {
      var missing: Int32 = 0
      return vision_pango_text(pango, context, text, size, 0, 0, false, &missing)
    }
    var extents = cairo_text_extents_t()
    cairo_set_font_size(context, size)
    cairo_text_extents(context, text, &extents)
    return extents.x_advance
  }
}

/// The font of all text, the system's bold sans-serif, which Cairo would look up again for every image. Cairo must be
/// loaded first.
enum CanvasFont {
  // Safe: Cairo's reference counts and shared font state are thread-safe.
  nonisolated(unsafe) static let face = cairo_toy_font_face_create(
    "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
}

/// Text that Cairo alone cannot draw: letters that the sans-serif font may lack, and scripts whose letters change with
/// their neighbours or run from right to left. Pango draws it.
package enum OtherScripts {
  /// libpangocairo, loaded by the first such text.
  static let library = SystemLibrary(
    names: SystemLibrary.candidates(linux: "libpangocairo-1.0.so.0", darwin: "libpangocairo-1.0.0.dylib"),
    need: "Labels in other than Latin letters need Pango",
    remedy: "install the package libpangocairo-1.0-0 (Debian, Ubuntu) or pango (Homebrew, Fedora, Arch)",
    code: .notFoundError
  ) { vision_pango_open($0, $1, $2) }

  private static let limit = 20
  private static let warnings = Locked<(new: [String], all: Set<String>)>(([], []))

  /// Pango's functions, for a text that needs them; nil for Latin text, and where Pango is missing, which is noted.
  static func pango(for text: String) -> OpaquePointer? {
    guard !isLatin(text) else { return nil }
    do {
      return try library.load()
    } catch {
      note(error.message)
      return nil
    }
  }

  /// Whether a text has only Latin letters and general punctuation, which every sans-serif font has.
  static func isLatin(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isLatin) }

  private static func isLatin(_ letter: Unicode.Scalar) -> Bool {
    letter.value < 0x250 || (0x2000...0x206F).contains(letter.value)
  }

  /// Notes that some letters of a text that are not Latin are in no font.
  static func noteMissingLetters(of text: String) {
    let letters = String(String.UnicodeScalarView(text.unicodeScalars.filter { !isLatin($0) }))
    note(
      "No installed font has all of the letters \(letters) in labels; install one, such as the package fonts-noto-cjk or "
        + "fonts-noto-core (Debian, Ubuntu).")
  }

  private static func note(_ warning: String) {
    warnings.withLock { warnings in
      guard warnings.all.count < limit, warnings.all.insert(warning).inserted else { return }
      warnings.new.append(warning)
    }
  }

  /// Sentences about labels that were drawn with boxes in place of letters since the last call.
  package static func takeWarnings() -> [String] {
    warnings.withLock { warnings in
      defer { warnings.new = [] }
      return warnings.new
    }
  }
}
