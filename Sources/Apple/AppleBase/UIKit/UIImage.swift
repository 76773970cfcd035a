import Foundation

/// An image with its orientation, in place of Apple's class of this name.
///
/// Immutable and Sendable. Resizable images, symbols, animation and drawing are absent.
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
    cgImage = nil
    scale = 1
    imageOrientation = .up
    super.init()
  }

  /// Makes an upright image of scale 1.
  public convenience init(cgImage: CGImage) {
    self.init(cgImage: cgImage, scale: 1, orientation: .up)
  }

  /// Makes an image.
  ///
  /// - Parameters:
  ///   - cgImage: The pixels as stored.
  ///   - scale: The number of pixels per point; 1 if it is not positive and finite.
  ///   - orientation: The orientation of the pixels.
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.cgImage = cgImage
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    imageOrientation = orientation
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
