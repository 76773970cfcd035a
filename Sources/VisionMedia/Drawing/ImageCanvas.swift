internal import CCairo

/// An image to draw on, with antialiased edges.
///
/// Positions are in pixels from the top left corner; a pixel's centre is at its index plus 0.5. Parts outside are
/// clipped. The image's alpha is dropped: the canvas shows the colours that the tasks see.
public struct ImageCanvas: ~Copyable {
  /// The maximum width and height in pixels.
  public static let maximumDimension = 32_767

  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  var size: SIMD2<Double> { SIMD2(Double(width), Double(height)) }

  let context: OpaquePointer
  private let surface: OpaquePointer
  private let memory: CanvasMemory
  private let bytesPerRow: Int

  /// Starts drawing on a copy of an image.
  ///
  /// - Parameter image: The image underneath.
  /// - Throws: `TasksError` with `invalidArgumentError` for an image of more than 32 767 pixels a side,
  ///   `resourceExhaustedError` without memory for it, `notFoundError` when Cairo is not installed.
  public init(_ image: ImageBuffer) throws {
    guard image.width <= Self.maximumDimension, image.height <= Self.maximumDimension else {
      throw TasksError.invalidArgument(
        "An image of \(image.width) x \(image.height) pixels is too large to draw on; the maximum is "
          + "\(Self.maximumDimension) a side. Scale it down first.")
    }
    _ = try SystemLibrary.cairo.load()
    let purpose = "drawing on \(image.width) x \(image.height) pixels"
    let bytesPerRow = 4 * image.width
    // Own memory, since Cairo would clear it first.
    let memory = try CanvasMemory(byteCount: bytesPerRow * image.height, purpose: purpose)
    image.copyOpaqueBGRA(to: memory.address, bytesPerRow: bytesPerRow)
    let surface = cairo_image_surface_create_for_data(
      memory.address.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(image.width), Int32(image.height),
      Int32(bytesPerRow))
    guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      throw TasksError.outOfMemory(purpose)
    }
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_set_font_face(context, CanvasFont.face)
    (width, height) = (image.width, image.height)
    (self.bytesPerRow, self.memory, self.surface, self.context) = (bytesPerRow, memory, surface, context)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Ends the drawing.
  ///
  /// - Returns: The image, opaque BGRA; it takes over the canvas's memory.
  /// - Throws: `TasksError` with `internalError` when drawing failed.
  public consuming func finish() throws -> ImageBuffer {
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw TasksError.internalFailure("Drawing failed: \(String(cString: cairo_status_to_string(status))).")
    }
    cairo_surface_flush(surface)
    let memory = memory
    return try ImageBuffer(
      borrowing: memory.address, width: width, height: height, bytesPerRow: bytesPerRow, format: .bgra,
      release: { withExtendedLifetime(memory) {} })
  }

  /// Calls a function with the pixels, opaque BGRA in rows of `4 * width` bytes, to change them without Cairo.
  func withPixels(_ body: (UnsafeMutableRawPointer) -> Void) {
    cairo_surface_flush(surface)
    body(memory.address)
    cairo_surface_mark_dirty(surface)
  }

  func use(_ color: DrawingColor) { cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha) }
}

extension SIMD2<Double> {
  /// Whether both numbers are finite and small enough for Cairo's fixed-point coordinates.
  var isDrawable: Bool { x.isFinite && y.isFinite && abs(x) < 1e6 && abs(y) < 1e6 }
}

extension Double {
  /// The nearest length that can be drawn; 0 for NaN. With an infinite one Cairo would never return, and fonts have
  /// their own limit.
  var drawableLength: Double { self > 0 ? min(self, Double(ImageCanvas.maximumDimension)) : 0 }
}

// Lengths below 0 and NaN count as 0, those above `maximumDimension` as that.
extension ImageCanvas {
  /// Draws a straight line with round ends.
  public func strokeLine(
    from start: SIMD2<Double>, to end: SIMD2<Double>, width: Double, color: DrawingColor
  ) { strokeLines([(start, end)], width: width, color: color) }

  /// Draws straight lines with round ends at once: where they cross, a translucent colour is not applied twice.
  func strokeLines(_ lines: [(start: SIMD2<Double>, end: SIMD2<Double>)], width: Double, color: DrawingColor) {
    use(color)
    cairo_set_line_width(context, width.drawableLength)
    cairo_new_path(context)
    for line in lines where line.start.isDrawable && line.end.isDrawable {
      cairo_move_to(context, line.start.x, line.start.y)
      cairo_line_to(context, line.end.x, line.end.y)
    }
    cairo_stroke(context)
  }

  /// Draws many thin lines at once, without round ends and with coarser edges: in a sixth of the time.
  func strokeMesh(_ lines: [(start: SIMD2<Double>, end: SIMD2<Double>)], width: Double, color: DrawingColor) {
    cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_FAST)
    strokeLines(lines, width: width, color: color)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT)
  }

  /// Fills a circle.
  public func fillCircle(center: SIMD2<Double>, radius: Double, color: DrawingColor) {
    fillCircles([(center, radius)], color: color)
  }

  /// Fills circles at once: where they overlap, a translucent colour is not applied twice.
  func fillCircles(_ circles: [(center: SIMD2<Double>, radius: Double)], color: DrawingColor) {
    use(color)
    cairo_new_path(context)
    for circle in circles where circle.center.isDrawable && circle.radius > 0 {
      cairo_new_sub_path(context)
      cairo_arc(context, circle.center.x, circle.center.y, circle.radius.drawableLength, 0, 2 * .pi)
    }
    cairo_fill(context)
  }

  /// Fills a box with rounded corners.
  public func fillRoundedBox(_ box: DrawingBox, cornerRadius: Double, color: DrawingColor) {
    guard outline(box, cornerRadius: cornerRadius) else { return }
    use(color)
    cairo_fill(context)
  }

  /// Strokes a box with rounded corners; the line is centred on the box's edge.
  public func strokeRoundedBox(_ box: DrawingBox, cornerRadius: Double, width: Double, color: DrawingColor) {
    guard outline(box, cornerRadius: cornerRadius) else { return }
    use(color)
    cairo_set_line_width(context, width.drawableLength)
    cairo_stroke(context)
  }

  /// Makes a box with rounded corners the current path; false when there is nothing to draw.
  private func outline(_ box: DrawingBox, cornerRadius: Double) -> Bool {
    let (topLeft, bottomRight) = (SIMD2(box.minX, box.minY), SIMD2(box.maxX, box.maxY))
    guard box.width > 0, box.height > 0, topLeft.isDrawable, bottomRight.isDrawable else { return false }
    let radius = min(cornerRadius.drawableLength, box.width / 2, box.height / 2)
    cairo_new_path(context)
    cairo_arc(context, box.maxX - radius, box.minY + radius, radius, -.pi / 2, 0)
    cairo_arc(context, box.maxX - radius, box.maxY - radius, radius, 0, .pi / 2)
    cairo_arc(context, box.minX + radius, box.maxY - radius, radius, .pi / 2, .pi)
    cairo_arc(context, box.minX + radius, box.minY + radius, radius, .pi, 1.5 * .pi)
    cairo_close_path(context)
    return true
  }

  /// Draws into a layer over a part of the image, in which later drawings replace earlier ones, and composites it.
  func withLayer(in box: DrawingBox, _ body: (borrowing ImageCanvas) -> Void) {
    let shown = box.clipped(to: size)
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
