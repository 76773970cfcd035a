import CoreGraphics
import Foundation
import VisionErrors
import VisionImaging
import VisionMedia

/// An image and how it has to be turned to be upright, in place of Apple's class of this name.
///
/// Immutable, so it may be handed from thread to thread. Images made of parts, symbols, animation and drawing are absent.
public final class UIImage: NSObject, Sendable {
  /// How stored pixels have to be turned to be upright.
  public typealias Orientation = ImageOrientation
  /// Apple's wishes for an image's variant. It has no values here: only nil can be given.
  public enum Configuration: Sendable {}

  /// The pixels as stored; nil for the empty image that `init()` makes.
  public let cgImage: CGImage?
  /// How the stored pixels have to be turned to be upright.
  public let imageOrientation: Orientation
  /// How many pixels make a point; at least the smallest number above 0.
  public let scale: CGFloat
  var pixels: ImageBuffer? { cgImage?.imageBuffer }

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
  ///   - scale: How many pixels make a point; 1 is taken for one that is not positive and finite.
  ///   - orientation: How the pixels have to be turned to be upright.
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.cgImage = cgImage
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    imageOrientation = orientation
    super.init()
  }

  /// Reads an image from the bytes of a file: JPEG, PNG, WebP, BMP, TIFF or GIF.
  ///
  /// The pixels stay as stored; the file's EXIF orientation becomes `imageOrientation`. Nil when the bytes are no image
  /// or a damaged one; `ImageFile.decode` says why.
  /// - Parameter data: The whole file.
  public convenience init?(data: Data) {
    self.init(data: data, scale: 1)
  }

  /// Reads an image from the bytes of a file; see `init(data:)`.
  ///
  /// - Parameters:
  ///   - data: The whole file.
  ///   - scale: How many pixels make a point.
  public convenience init?(data: Data, scale: CGFloat) {
    guard let pixels = try? ImageFile.decode(data, applyingOrientation: false) else { return nil }
    self.init(
      cgImage: CGImage(imageBuffer: pixels), scale: scale, orientation: ImageFile.statedOrientation(of: data))
  }

  /// The size of the upright image in points: pixels divided by `scale`, sides swapped where the stored pixels lie on
  /// their side. Zero without pixels.
  public var size: CGSize {
    guard let pixels else { return .zero }
    let (width, height) = (CGFloat(pixels.width) / scale, CGFloat(pixels.height) / scale)
    return imageOrientation.clockwiseDegrees % 180 == 0
      ? CGSize(width: width, height: height) : CGSize(width: height, height: width)
  }
}
