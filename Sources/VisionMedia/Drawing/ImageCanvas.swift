import CCairo
import VisionErrors
import VisionImaging

/// A picture to draw on, with antialiased edges.
///
/// Positions are in pixels from the top left corner; a pixel's centre lies at its number plus 0.5. What lies outside is
/// cut off. Alpha of the picture is dropped: the canvas shows the colours that the tasks see.
public struct ImageCanvas: ~Copyable {
  /// The most pixels a side that can be drawn on.
  public static let maximumDimension = 32_767

  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// Starts drawing on a copy of a picture.
  ///
  /// - Parameter image: The picture underneath.
  /// - Throws: `TasksError` with `invalidArgumentError` for a picture of more than 32 767 pixels a side,
  ///   `resourceExhaustedError` without memory for it.
  public init(_ image: ImageBuffer) throws {
    guard image.width <= Self.maximumDimension, image.height <= Self.maximumDimension else {
      throw TasksError.invalidArgument(
        "Nothing can be drawn on a picture of \(image.width) x \(image.height) pixels; at most "
          + "\(Self.maximumDimension) a side are allowed. Scale it down first.")
    }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(image.width), Int32(image.height))
    guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let pixels = cairo_image_surface_get_data(surface), let context = cairo_create(surface)
    else {
      cairo_surface_destroy(surface)
      throw FFmpegError.outOfMemory("drawing on \(image.width) x \(image.height) pixels")
    }
    Self.copy(image, to: pixels, bytesPerRow: Int(cairo_image_surface_get_stride(surface)))
    cairo_surface_mark_dirty(surface)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
    self.width = image.width
    self.height = image.height
    self.surface = surface
    self.context = context
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Ends the drawing.
  ///
  /// - Returns: The picture, opaque BGRA; it takes over the canvas's memory.
  /// - Throws: `TasksError` with `internalError` when drawing failed.
  public consuming func finish() throws -> ImageBuffer {
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw TasksError.internalFailure("Drawing failed: \(String(cString: cairo_status_to_string(status))).")
    }
    cairo_surface_flush(surface)
    guard let pixels = cairo_image_surface_get_data(surface) else {
      throw TasksError.internalFailure("Drawing failed: the canvas has no pixels.")
    }
    // Each holder of the surface counts; the picture becomes one more. Nothing else touches the surface afterwards.
    nonisolated(unsafe) let shared = cairo_surface_reference(surface)
    return try ImageBuffer(
      borrowing: pixels, width: width, height: height, bytesPerRow: Int(cairo_image_surface_get_stride(surface)),
      format: .bgra, release: { cairo_surface_destroy(shared) })
  }

  /// Draws a straight line with round ends.
  public func strokeLine(
    from start: SIMD2<Double>, to end: SIMD2<Double>, width: Double, color: DrawingColor
  ) {
    guard start.isDrawable, end.isDrawable else { return }
    use(color)
    cairo_set_line_width(context, width)
    cairo_move_to(context, start.x, start.y)
    cairo_line_to(context, end.x, end.y)
    cairo_stroke(context)
  }

  /// Fills a circle.
  public func fillCircle(center: SIMD2<Double>, radius: Double, color: DrawingColor) {
    guard center.isDrawable, radius > 0 else { return }
    use(color)
    cairo_new_path(context)
    cairo_arc(context, center.x, center.y, radius, 0, 2 * .pi)
    cairo_fill(context)
  }

  /// Fills a box whose corners are rounded.
  public func fillRoundedBox(_ box: DrawingBox, cornerRadius: Double, color: DrawingColor) {
    guard outline(box, cornerRadius: cornerRadius) else { return }
    use(color)
    cairo_fill(context)
  }

  /// Draws the edge of a box whose corners are rounded; the line's middle lies on the box's edge.
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

  /// Draws one line of text in the system's bold sans-serif font.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - origin: The left end of the line the letters stand on.
  ///   - size: The font's size in pixels.
  ///   - color: The colour.
  public func drawText(_ text: String, at origin: SIMD2<Double>, size: Double, color: DrawingColor) {
    guard origin.isDrawable, size > 0 else { return }
    use(color)
    cairo_set_font_size(context, size)
    cairo_move_to(context, origin.x, origin.y)
    cairo_show_text(context, text)
    cairo_new_path(context)
  }

  /// How far a line of text reaches to the right, in pixels.
  public func textWidth(_ text: String, size: Double) -> Double {
    var extents = cairo_text_extents_t()
    cairo_set_font_size(context, size)
    cairo_text_extents(context, text, &extents)
    return extents.x_advance
  }

  private func use(_ color: DrawingColor) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  private static func copy(_ image: ImageBuffer, to pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
    image.copyPixels(to: pixels, bytesPerRow: bytesPerRow, as: .bgra)
    guard image.format == .rgba || image.format == .bgra else { return }
    for y in 0..<image.height {
      for x in 0..<image.width { pixels[y * bytesPerRow + x * 4 + 3] = 255 }
    }
  }
}

extension SIMD2<Double> {
  /// Whether both numbers are finite and small enough for Cairo's fixed-point coordinates.
  fileprivate var isDrawable: Bool { x.isFinite && y.isFinite && abs(x) < 1e6 && abs(y) < 1e6 }
}
