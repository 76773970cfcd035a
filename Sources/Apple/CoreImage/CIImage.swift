@_exported import AppleBase
import VisionMedia
import VisionPixelBuffers

/// Pixels that a `CIContext` will draw moved, scaled, turned or cropped, in place of Apple's class of this name.
///
/// ```swift
/// let upright = CIImage(cvPixelBuffer: frame).oriented(.right)
/// let photo = CIContext().createCGImage(upright, from: upright.extent).map { UIImage(cgImage: $0) }
/// ```
///
/// Coordinates are pixels, with the origin at the bottom left and y upwards. Filters are absent. Immutable and
/// Sendable.
public final class CIImage: NSObject, Sendable {
  private enum Source {
    case image(CGImage)
    case buffer(CVPixelBuffer)
  }

  /// Nil for an empty image.
  private let source: Source?
  /// What is seen of the source, in its pixels from the bottom left.
  let part: CGRect
  /// From there to the image's coordinates.
  let transform: CGAffineTransform

  private init(_ source: Source?, _ part: CGRect, _ transform: CGAffineTransform = .identity) {
    (self.source, self.part, self.transform) = (source, part, transform)
    super.init()
  }

  /// An image without pixels.
  public static func empty() -> CIImage { CIImage(nil, .null) }

  /// Makes an image of a pixel buffer, whose pixels are read when it is drawn; alpha is ignored.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
    self.init(
      .buffer(pixelBuffer), CGRect(origin: .zero, size: CVImageBufferGetEncodedSize(pixelBuffer)))
  }

  /// Makes an image of a pixel buffer; see `init(cvPixelBuffer:)`. Options are ignored.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]?) {
    self.init(cvPixelBuffer: pixelBuffer)
  }

  /// Makes an image of a pixel buffer; see `init(cvPixelBuffer:)`.
  public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) { self.init(cvPixelBuffer: imageBuffer) }

  /// Makes an image of pixels, which are not copied.
  public convenience init(cgImage image: CGImage) {
    self.init(.image(image), CGRect(x: 0, y: 0, width: image.width, height: image.height))
  }

  /// Makes an image of pixels; see `init(cgImage:)`. Options are ignored.
  public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]?) { self.init(cgImage: image) }

  /// Makes an image of a `UIImage`'s pixels as stored, without its orientation, as Apple's; nil without pixels.
  public convenience init?(image: UIImage) {
    guard let pixels = image.cgImage else { return nil }
    self.init(cgImage: pixels)
  }

  /// Makes an image of a `UIImage`'s pixels; see `init(image:)`. Options are ignored.
  public convenience init?(image: UIImage, options: [CIImageOption: Any]?) { self.init(image: image) }

  /// Reads an image from the bytes of a file; nil for invalid data.
  ///
  /// - Parameters:
  ///   - data: The whole file, of a format that `UIImage(data:)` reads.
  ///   - options: `.applyOrientationProperty` with true makes the image upright by the file's EXIF orientation. Without
  ///     it pixels are as stored.
  public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
    let isUpright = options?[.applyOrientationProperty] as? Bool ?? false
    guard let pixels = try? ImageFile.decode(data, applyingOrientation: isUpright) else { return nil }
    self.init(cgImage: CGImage(imageBuffer: pixels))
  }

  /// Reads an image file; nil if it is missing or no image. See `init(data:options:)`.
  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
    guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return nil }
    self.init(data: data, options: options)
  }

  /// The rectangle that has pixels; null for an empty image.
  public var extent: CGRect { part.applying(transform).withoutRounding }

  /// The pixels that the image was made of; nil for a pixel buffer, and once it was transformed or cropped.
  public var cgImage: CGImage? { if case .image(let image)? = source, isWhole(image) { image } else { nil } }
  /// The pixel buffer that the image was made of, also once it was transformed or cropped; nil for other sources.
  public var pixelBuffer: CVPixelBuffer? { if case .buffer(let buffer)? = source { buffer } else { nil } }

  private func isWhole(_ image: CGImage) -> Bool {
    transform == .identity && part == CGRect(x: 0, y: 0, width: image.width, height: image.height)
  }

  /// The image after a transform.
  public func transformed(by matrix: CGAffineTransform) -> CIImage {
    CIImage(source, part, transform.concatenating(matrix))
  }

  /// The image after a transform. A smaller image is made of means here in any case.
  public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
    transformed(by: matrix)
  }

  /// What a rectangle shows of the image, in its place; an empty image where they do not meet.
  public func cropped(to rect: CGRect) -> CIImage {
    let whole = extent
    guard whole.isFinite, rect.isFinite, !whole.intersection(rect).isEmpty else { return .empty() }
    let seen = whole.intersection(rect)
    if transform.keepsRectangles {
      let place = seen.applying(transform.inverted()).withoutRounding
      return place.isFinite ? CIImage(source, part.intersection(place), transform) : .empty()
    }
    // In the source the rectangle is slanted, so it is drawn first.
    guard let drawn = CIContext().createCGImage(self, from: seen) else { return .empty() }
    let corner = seen.integral.origin
    return CIImage(cgImage: drawn).transformed(by: CGAffineTransform(translationX: corner.x, y: corner.y))
      .cropped(to: seen)
  }

  /// The upright image of stored pixels with an orientation. The corner of `extent` keeps its place.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    transformed(by: orientationTransform(for: orientation))
  }

  /// The upright image of stored pixels with an orientation of EXIF, 1 to 8; as it is for other numbers.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    oriented(UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init) ?? .up)
  }

  /// The transform of `oriented(_:)`.
  public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
    let turn = orientation.turn
    let (before, after) = (extent, extent.applying(turn))
    guard !before.isNull else { return turn }
    return turn.concatenating(
      CGAffineTransform(translationX: before.minX - after.minX, y: before.minY - after.minY))
  }

  /// The whole source; nil for an empty image.
  func pixels() throws -> CGImage? {
    switch source {
    case nil: nil
    case .image(let image): image
    case .buffer(let buffer):
      CGImage(imageBuffer: try PixelBufferPixels.imageBuffer(of: buffer).converted(to: .rgb))
    }
  }
}

/// The keys of options for reading images.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
  /// The name of the option.
  public let rawValue: String
  /// Makes a key from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Whether a file's EXIF orientation makes the image upright; a `Bool`, false without the key.
  public static let applyOrientationProperty = CIImageOption(rawValue: "kCIImageApplyOrientationProperty")
}

/// The orientation of stored pixels, with the numbers of EXIF.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// Upright.
  case up = 1
  /// Mirrored horizontally.
  case upMirrored = 2
  /// Upside down.
  case down = 3
  /// Mirrored vertically.
  case downMirrored = 4
  /// Rows are the columns of the upright image, from its left.
  case leftMirrored = 5
  /// A quarter turn clockwise makes it upright.
  case right = 6
  /// Rows are the columns of the upright image, from its right, the lowest pixel first.
  case rightMirrored = 7
  /// A quarter turn counterclockwise makes it upright.
  case left = 8

  /// The same orientation of a `UIImage`.
  var imageOrientation: ImageOrientation { ImageOrientation(exifValue: Int(rawValue)) ?? .up }

  /// What makes it upright, about the origin, y upwards.
  var turn: CGAffineTransform {
    let (a, b, c, d): (CGFloat, CGFloat, CGFloat, CGFloat) =
      switch self {
      case .up: (1, 0, 0, 1)
      case .upMirrored: (-1, 0, 0, 1)
      case .down: (-1, 0, 0, -1)
      case .downMirrored: (1, 0, 0, -1)
      case .leftMirrored: (0, -1, -1, 0)
      case .right: (0, -1, 1, 0)
      case .rightMirrored: (0, 1, 1, 0)
      case .left: (0, 1, -1, 0)
      }
    return CGAffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
  }

  static let all: [CGImagePropertyOrientation] = (1...8).compactMap(CGImagePropertyOrientation.init)
}
