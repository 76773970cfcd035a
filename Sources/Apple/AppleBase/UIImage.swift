/// An image in memory, in place of Apple's class of this name: an `ImageBuffer` with Apple's names for its properties.
///
/// Immutable and Sendable. Bytes, a `CGContext` or an `ImageBuffer` make an image of pixels.
public final class CGImage: Sendable {
  /// The pixels, top row first, as stored. Not in Apple's class.
  public let imageBuffer: ImageBuffer

  /// Makes an image without copying the pixels. Not in Apple's class.
  public init(imageBuffer: ImageBuffer) { self.imageBuffer = imageBuffer }

  /// The width in pixels.
  public var width: Int { imageBuffer.width }
  /// The height in pixels.
  public var height: Int { imageBuffer.height }
  /// The bits per channel, always 8.
  public var bitsPerComponent: Int { 8 }
  /// The bits per pixel: 8 for gray, 24 for RGB, 32 for RGBA and BGRA.
  public var bitsPerPixel: Int { 8 * imageBuffer.format.bytesPerPixel }
  /// The distance from one row's first byte to the next row's.
  public var bytesPerRow: Int { imageBuffer.bytesPerRow }

  /// The position of the alpha channel.
  public var alphaInfo: CGImageAlphaInfo {
    switch imageBuffer.format {
    case .rgb, .gray: .none
    case .rgba: .last
    case .bgra: .first
    }
  }

  /// Crops the image. The result shares the pixels of this image.
  ///
  /// - Parameter rect: In pixels, origin at the top left. It is expanded to whole pixels, then clipped to the image.
  /// - Returns: The cropped image; nil if the rectangle does not intersect the image or is not finite.
  public func cropping(to rect: CGRect) -> CGImage? {
    guard [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy(\.isFinite) else { return nil }
    let left = Int(min(max(rect.minX.rounded(.down), 0), CGFloat(width)))
    let top = Int(min(max(rect.minY.rounded(.down), 0), CGFloat(height)))
    let right = Int(min(max(rect.maxX.rounded(.up), 0), CGFloat(width)))
    let bottom = Int(min(max(rect.maxY.rounded(.up), 0), CGFloat(height)))
    guard right > left, bottom > top else { return nil }
    let whole = imageBuffer
    let offset = top * whole.bytesPerRow + left * whole.format.bytesPerPixel
    // The closure retains the whole image, whose memory does not move while a copy exists.
    let part = whole.withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { base in
        try? ImageBuffer(
          borrowing: base + offset, width: right - left, height: bottom - top, bytesPerRow: whole.bytesPerRow,
          format: whole.format, release: { withExtendedLifetime(whole) {} })
      }
    }
    return part.map(CGImage.init(imageBuffer:))
  }
}

/// An image with its orientation, in place of Apple's class of this name.
///
/// Immutable and Sendable. Resizable images, symbols and animation are absent.
public final class UIImage: NSObject, Sendable {
  /// The orientation of stored pixels.
  public typealias Orientation = ImageOrientation
  /// Apple's selection of an image's variant. Without values here: only nil can be passed.
  public enum Configuration: Sendable {}

  /// The pixels as stored; nil for the empty image that `init()` makes.
  public let cgImage: CGImage?
  /// The orientation of the stored pixels.
  public let imageOrientation: Orientation
  /// The number of pixels per point; positive and finite.
  public let scale: CGFloat
  package var pixels: ImageBuffer? { cgImage?.imageBuffer }

  /// Makes an empty image, without pixels and of size zero, as UIKit does.
  public override init() {
    (cgImage, scale, imageOrientation) = (nil, 1, .up)
    super.init()
  }

  /// Makes an upright image of scale 1.
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

  /// Makes an image.
  ///
  /// - Parameters:
  ///   - cgImage: The pixels as stored.
  ///   - scale: The number of pixels per point; 1 if it is not positive and finite.
  ///   - orientation: The orientation of the pixels.
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    (self.cgImage, imageOrientation) = (cgImage, orientation)
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    super.init()
  }

  /// The size of the upright image in points: pixels divided by `scale`, with width and height swapped if the
  /// orientation is a quarter turn. Zero without pixels.
  public var size: CGSize {
    guard let pixels else { return .zero }
    let (width, height) = (CGFloat(pixels.width) / scale, CGFloat(pixels.height) / scale)
    return imageOrientation.clockwiseDegrees % 180 == 0
      ? CGSize(width: width, height: height) : CGSize(width: height, height: width)
  }
}
