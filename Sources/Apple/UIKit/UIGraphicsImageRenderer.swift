/// Draws images, in place of Apple's class of this name.
///
/// ```swift
/// let small = UIGraphicsImageRenderer(size: CGSize(width: 320, height: 240)).image { _ in
///   photo.draw(in: CGRect(x: 0, y: 0, width: 320, height: 240))
/// }
/// ```
///
/// Images and filled rectangles can be drawn; paths, text and `cgContext` are absent. Coordinates are points from the
/// top left corner.
public final class UIGraphicsImageRenderer: NSObject, Sendable {
  private let bounds: CGRect
  private let scale: CGFloat
  private let isOpaque: Bool

  /// Makes a renderer of images of a size in points, in the default format.
  public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

  /// Makes a renderer of images of a size in points; see `init(bounds:format:)`.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// Makes a renderer of images of a part of the plane, in points, in the default format.
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - bounds: The part of the plane that the images show, in points. Its size in pixels is rounded up, 1 to 65 535 a
  ///     side, 2^28 in all; of another size images are empty, and the reason is printed on standard error.
  ///   - format: The scale and opacity of the images. Later changes of it are without effect.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    (self.bounds, scale, isOpaque) = (bounds, format.scale, format.opaque)
    super.init()
  }

  /// A copy of the format.
  public var format: UIGraphicsImageRendererFormat {
    UIGraphicsImageRendererFormat(bounds: bounds, scale: scale, opaque: isOpaque)
  }

  /// Draws an image.
  ///
  /// - Parameter actions: Draws, on the caller's thread. Images and colours draw on the context that it gets.
  /// - Returns: The image, upright, in the format's scale: RGB if it is opaque, else RGBA.
  public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    let drawing = DrawingContext(bounds: bounds, isOpaque: isOpaque, scale: scale)
    let context = UIGraphicsImageRendererContext(drawing, format)
    drawing.use { actions(context) }
    return context.currentImage
  }

  /// Draws an image and returns it as a PNG file; empty data on failure. See `image(actions:)`.
  public func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    image(actions: actions).pngData() ?? Data()
  }

  /// Draws an image as a JPEG file, without alpha; see `image(actions:)`.
  ///
  /// - Parameters:
  ///   - compressionQuality: From 0, the smallest file, to 1, the best quality.
  ///   - actions: Draws, on the caller's thread.
  /// - Returns: The file; empty data on failure.
  public func jpegData(
    withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
  ) -> Data { image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data() }
}

/// The scale and opacity of images that are drawn, in place of Apple's class of this name.
public final class UIGraphicsImageRendererFormat: NSObject {
  /// The part of the plane that the images show, in points; of size 0 in a format that no renderer has.
  public let bounds: CGRect
  /// The number of pixels per point. It is 1 by default, the scale of the screen here; one that is not positive and
  /// finite counts as 1.
  public var scale: CGFloat
  /// Whether images have no alpha, and begin black. False by default: they begin transparent.
  public var opaque: Bool

  fileprivate init(bounds: CGRect, scale: CGFloat, opaque: Bool) {
    (self.bounds, self.scale, self.opaque) = (bounds, scale, opaque)
    super.init()
  }

  /// Makes the default format: scale 1, not opaque.
  public override convenience init() { self.init(bounds: .zero, scale: 1, opaque: false) }

  /// The default format: scale 1, not opaque.
  public static func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  /// The format for this machine, which is the default.
  public static func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// What a renderer's closure draws on, in place of Apple's class of this name.
public final class UIGraphicsImageRendererContext: NSObject {
  private let drawing: DrawingContext
  /// The scale and opacity of the image.
  public let format: UIGraphicsImageRendererFormat

  fileprivate init(_ drawing: DrawingContext, _ format: UIGraphicsImageRendererFormat) {
    (self.drawing, self.format) = (drawing, format)
    super.init()
  }

  /// The image so far; empty on failure.
  public var currentImage: UIImage { drawing.image ?? UIImage() }

  /// Fills a rectangle in points with the colour of `UIColor.setFill()`; a translucent one is blended.
  public func fill(_ rect: CGRect) { drawing.fill(rect, blends: true) }
}
