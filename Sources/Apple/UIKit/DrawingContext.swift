import VisionCore
import VisionMedia

/// What is drawn on: the pixels of an image under way, and the units of their coordinates. Used by one thread.
final class DrawingContext {
  /// The key of the thread's contexts in its dictionary; the last one is current.
  private static let key = "swift-vision-tasks.drawing"
  let scale: CGFloat
  var fillColor = UIColor.black
  private let origin: CGPoint
  /// Nil if there is no memory for it, or its size is not allowed.
  private var pixels: BlendedImage?

  /// `bounds` are in points; a scale that is not positive and finite counts as 1.
  init(bounds: CGRect, isOpaque: Bool, scale: CGFloat) {
    let scale = scale.isFinite && scale > 0 ? scale : 1
    (self.scale, origin) = (scale, bounds.origin)
    // Whole pixels, as on Apple's platforms; products such as 480.00000000000006 are errors of rounding.
    func count(_ length: CGFloat) -> Int { Int(exactly: (length * scale - 1e-6).rounded(.up)) ?? 0 }
    pixels = Self.reporting {
      try BlendedImage(width: count(bounds.size.width), height: count(bounds.size.height), isOpaque: isOpaque)
    }
  }

  static var stack: [DrawingContext] {
    get { Thread.current.threadDictionary[key] as? [DrawingContext] ?? [] }
    set { Thread.current.threadDictionary[key] = newValue.isEmpty ? nil : newValue }
  }
  static var current: DrawingContext? { stack.last }

  /// Calls a function while the context is the current one.
  func use(_ body: () -> Void) {
    let outer = Self.stack
    Self.stack = outer + [self]
    body()
    Self.stack = outer
  }

  /// The image so far; nil without pixels.
  var image: UIImage? {
    let image = pixels.flatMap { pixels in Self.reporting { try pixels.image() } }
    return image.map { UIImage(cgImage: CGImage(imageBuffer: $0), scale: scale, orientation: .up) }
  }

  func draw(_ image: ImageBuffer, _ orientation: ImageOrientation, in rect: CGRect) {
    guard let (columns, rows) = pixelRanges(rect) else { return }
    Self.reporting {
      try pixels?.draw(
        image.upright(from: orientation), left: columns.lowerBound, top: rows.lowerBound, width: columns.count,
        height: rows.count)
    }
  }

  func fill(_ rect: CGRect, blends: Bool) {
    guard let (columns, rows) = pixelRanges(rect) else { return }
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    fillColor.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    func byte(_ value: CGFloat) -> UInt8 { value.isNaN ? 0 : UInt8((min(max(value, 0), 1) * 255).rounded()) }
    let color = (red: byte(red), green: byte(green), blue: byte(blue), alpha: byte(alpha))
    pixels?.fill(columns: columns, rows: rows, color, blends: blends)
  }

  /// The pixels of a rectangle in points, its edges moved to the nearest ones; nil for one that is not a number.
  private func pixelRanges(_ rect: CGRect) -> (columns: Range<Int>, rows: Range<Int>)? {
    let rect = rect.standardized
    let edges = [rect.minX - origin.x, rect.maxX - origin.x, rect.minY - origin.y, rect.maxY - origin.y]
    guard !edges.contains(where: \.isNaN) else { return nil }
    // Beyond every image, and far from the limits of Int.
    let pixels = edges.map { Int(min(max($0 * scale, -1e9), 1e9).rounded()) }
    return (pixels[0]..<pixels[1], pixels[2]..<pixels[3])
  }

  /// UIKit's drawing returns no errors: a failure is printed.
  @discardableResult private static func reporting<Value>(_ body: () throws -> Value) -> Value? {
    do { return try body() } catch {
      StandardError.write("UIKit: \(error.localizedDescription)\n")
      return nil
    }
  }
}

extension UIImage {
  /// Draws the upright image into a rectangle of the current context, scaled to its size, in points.
  ///
  /// Parts outside the context are cut off, and an image with alpha is blended. The rectangle's edges are moved to
  /// whole pixels. Does nothing without a context. A failure is printed on standard error, such as missing libraries of
  /// FFmpeg, which scales.
  /// - Parameter rect: Where to draw. Scaled to it, the whole image has at most 2^28 pixels, 65 535 a side.
  public func draw(in rect: CGRect) {
    guard let pixels, let context = DrawingContext.current else { return }
    context.draw(pixels, imageOrientation, in: rect)
  }

  /// Draws the upright image in its own size with its top left corner at a point; see `draw(in:)`.
  public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }
}

extension UIColor {
  /// Sets the fill colour of the current context, which is black at first. Does nothing without a context.
  public func setFill() { DrawingContext.current?.fillColor = self }
  /// Sets the fill colour; see `setFill()`. Lines, whose colour Apple's method sets as well, are absent.
  public func set() { setFill() }
}

/// Fills a rectangle of the current context, in points, with its fill colour, which replaces what was there. Does
/// nothing without a context.
public func UIRectFill(_ rect: CGRect) { DrawingContext.current?.fill(rect, blends: false) }

/// Starts drawing on a new image of scale 1 that may be transparent; see `UIGraphicsBeginImageContextWithOptions`.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Starts drawing on a new image, until `UIGraphicsEndImageContext()`. Contexts may be nested; each belongs to its
/// thread.
///
/// - Parameters:
///   - size: The size in points. In pixels it is rounded up, 1 to 65 535 a side, 2^28 in all; of another size there is
///     no image, and the reason is printed on standard error.
///   - opaque: Whether the image has no alpha, and begins black; otherwise it begins transparent.
///   - scale: The number of pixels per point; 0 means the screen's, which is 1 here.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let context = DrawingContext(bounds: CGRect(origin: .zero, size: size), isOpaque: opaque, scale: scale)
  DrawingContext.stack.append(context)
}

/// The image of the current context so far: upright, in the context's scale; nil without a context.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? { DrawingContext.current?.image }

/// Ends drawing on the current image; the context before it is the current one again. Does nothing without a context.
public func UIGraphicsEndImageContext() { _ = DrawingContext.stack.popLast() }
