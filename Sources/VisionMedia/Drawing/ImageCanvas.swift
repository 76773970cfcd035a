internal import CCairo
import VisionCore
import VisionImaging

/// An image to draw on, with antialiased edges.
///
/// Positions are in pixels from the top left corner; a pixel's centre is at its index plus 0.5. Parts outside are
/// clipped. The image's alpha is dropped: the canvas shows the colors that the tasks see.
public struct ImageCanvas: ~Copyable {
  /// The maximum width and height in pixels.
  public static let maximumDimension = 32_767

  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// Cairo's drawing context.
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
    try CairoLibrary.load()
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
      throw FFmpegError.outOfMemory(purpose)
    }
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_set_font_face(context, CanvasFont.shared.face)
    self.width = image.width
    self.height = image.height
    self.bytesPerRow = bytesPerRow
    self.memory = memory
    self.surface = surface
    self.context = context
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

  /// Sets the drawing color.
  func use(_ color: DrawingColor) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }
}

extension SIMD2<Double> {
  /// Whether both numbers are finite and small enough for Cairo's fixed-point coordinates.
  var isDrawable: Bool { x.isFinite && y.isFinite && abs(x) < 1e6 && abs(y) < 1e6 }
}
