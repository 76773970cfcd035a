import Foundation

/// The type of the object that an `MPImage` was made from.
///
/// A structure as in MediaPipe, where it is declared in C: a `switch` over it needs a `default`.
public struct MPImageSourceType: RawRepresentable, Hashable, Sendable {
  /// MediaPipe's number of the source.
  public let rawValue: Int

  /// Makes a source type from its number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A `UIImage`.
  public static let image = MPImageSourceType(rawValue: 0)
  /// A `CVPixelBuffer`.
  public static let pixelBuffer = MPImageSourceType(rawValue: 1)
  /// A `CMSampleBuffer`.
  public static let sampleBuffer = MPImageSourceType(rawValue: 2)
  /// An `ImageBuffer`, which MediaPipe does not have; the number avoids those that MediaPipe may add.
  public static let imageBuffer = MPImageSourceType(rawValue: 1000)
}

/// A task's input image: pixels, and their rotation to upright.
///
/// Making one from an `ImageBuffer` copies no pixels. It is immutable and may be used from several threads.
public final class MPImage: NSObject, Sendable {
  /// The pixels as stored.
  public let imageBuffer: ImageBuffer
  /// The rotation of the stored pixels to upright.
  ///
  /// A task sees the upright image; the coordinates in its results are those of the stored pixels.
  public let orientation: ImageOrientation
  /// The type of the object that the image was made from.
  public let imageSourceType: MPImageSourceType
  /// The width in pixels: as stored, or, of a `UIImage`, as shown.
  public let width: CGFloat
  /// The height in pixels: as stored, or, of a `UIImage`, as shown.
  public let height: CGFloat
  /// The caller's object that the image was made from; nil for an `ImageBuffer`.
  package let source: (any Sendable)?

  /// Makes an image from pixels in memory.
  ///
  /// Mirrored orientations are accepted here and refused by the tasks.
  ///
  /// - Parameters:
  ///   - imageBuffer: The pixels; 8-bit RGB, RGBA, BGRA or gray.
  ///   - orientation: How the pixels have to be rotated to be upright.
  /// - Throws: Nothing today, since an `ImageBuffer` is always valid; the initialiser throws like MediaPipe's others.
  public init(imageBuffer: ImageBuffer, orientation: ImageOrientation = .up) throws {
    self.imageBuffer = imageBuffer
    self.orientation = orientation
    self.imageSourceType = .imageBuffer
    self.width = CGFloat(imageBuffer.width)
    self.height = CGFloat(imageBuffer.height)
    self.source = nil
    super.init()
  }

  /// Makes an image from an object that holds pixels.
  ///
  /// - Parameters:
  ///   - imageBuffer: The object's pixels.
  ///   - orientation: How the pixels have to be rotated to be upright.
  ///   - source: The object.
  ///   - sourceType: What kind of object it is.
  ///   - swapsSides: Whether the object counts its width and height in the image as shown, lying on its side.
  package init(
    imageBuffer: ImageBuffer, orientation: ImageOrientation, source: any Sendable, sourceType: MPImageSourceType,
    swapsSides: Bool = false
  ) {
    self.imageBuffer = imageBuffer
    self.orientation = orientation
    self.imageSourceType = sourceType
    self.width = CGFloat(swapsSides ? imageBuffer.height : imageBuffer.width)
    self.height = CGFloat(swapsSides ? imageBuffer.width : imageBuffer.height)
    self.source = source
    super.init()
  }
}
