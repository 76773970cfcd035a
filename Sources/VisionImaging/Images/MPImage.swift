import Foundation

/// The type of the object that an `MPImage` was made from.
///
/// A structure as in MediaPipe, where it is declared in C: a `switch` over it needs a `default`.
public struct MPImageSourceType: RawRepresentable, Hashable, Sendable {
  /// MediaPipe's number of the source.
  public let rawValue: Int

  /// Makes a source type from its number.
  public init(rawValue: Int) { self.rawValue = rawValue }

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
  /// The clockwise rotation to upright as the caller gave it, in degrees; those of the orientation by default.
  ///
  /// 450 and -270 are the orientation 90, but single precision makes other radians of them, and tracking shows it.
  package let rotationDegrees: Int
  /// The caller's object that the image was made from; nil for an `ImageBuffer`.
  package let source: (any Sendable)?
  /// The region of interest of this image in fractions of the stored pixels; nil for the task's.
  package let regionOfInterest: CGRect?
  /// Where a user pointed, in fractions of the stored pixels; none for the task's.
  package let points: [SIMD2<Double>]

  /// Makes an image from pixels in memory.
  ///
  /// Mirrored orientations are accepted here and refused by the tasks.
  ///
  /// - Parameters:
  ///   - imageBuffer: The pixels; 8-bit RGB, RGBA, BGRA or gray.
  ///   - orientation: How the pixels have to be rotated to be upright.
  /// - Throws: Nothing today, since an `ImageBuffer` is always valid; the initialiser throws like MediaPipe's others.
  public convenience init(imageBuffer: ImageBuffer, orientation: ImageOrientation = .up) throws {
    self.init(imageBuffer, orientation, degrees: orientation.clockwiseDegrees)
  }

  /// Makes an image that a clockwise rotation by any multiple of 90 degrees makes upright; nil for other angles.
  package convenience init?(imageBuffer: ImageBuffer, rotationDegrees degrees: Int) {
    guard let orientation = ImageOrientation(clockwiseDegrees: degrees) else { return nil }
    self.init(imageBuffer, orientation, degrees: degrees)
  }

  private init(_ imageBuffer: ImageBuffer, _ orientation: ImageOrientation, degrees: Int) {
    (self.imageBuffer, self.orientation, imageSourceType) = (imageBuffer, orientation, .imageBuffer)
    (width, height) = (CGFloat(imageBuffer.width), CGFloat(imageBuffer.height))
    (source, regionOfInterest, points, rotationDegrees) = (nil, nil, [], degrees)
  }

  /// Makes an upright image of which a task sees a region; nil for the task's.
  package init(imageBuffer: ImageBuffer, regionOfInterest: CGRect?, points: [SIMD2<Double>] = []) {
    (self.imageBuffer, orientation, imageSourceType) = (imageBuffer, .up, .imageBuffer)
    (width, height) = (CGFloat(imageBuffer.width), CGFloat(imageBuffer.height))
    (source, self.regionOfInterest, self.points, rotationDegrees) = (nil, regionOfInterest, points, 0)
  }

  /// Makes the same image with points.
  package init(_ image: MPImage, points: [SIMD2<Double>]) {
    (imageBuffer, orientation, imageSourceType) = (image.imageBuffer, image.orientation, image.imageSourceType)
    (width, height, source) = (image.width, image.height, image.source)
    (regionOfInterest, self.points, rotationDegrees) = (image.regionOfInterest, points, image.rotationDegrees)
  }

  /// Makes an image from an object's pixels. `swapsSides`: the object counts its sides in the image as shown.
  package init(
    imageBuffer: ImageBuffer, orientation: ImageOrientation, source: any Sendable, sourceType: MPImageSourceType,
    swapsSides: Bool = false
  ) {
    (self.imageBuffer, self.orientation, imageSourceType) = (imageBuffer, orientation, sourceType)
    let (width, height) = (CGFloat(imageBuffer.width), CGFloat(imageBuffer.height))
    (self.width, self.height) = swapsSides ? (height, width) : (width, height)
    (self.source, regionOfInterest, points) = (source, nil, [])
    rotationDegrees = orientation.clockwiseDegrees
  }
}

/// The rotation of a stored image to upright, with the cases and raw values of `UIImage.Orientation`.
public enum ImageOrientation: Int, Sendable, CaseIterable {
  /// Upright as stored.
  case up = 0
  /// Upside down: rotate by 180 degrees.
  case down = 1
  /// Lies on its left side: rotate by 90 degrees counter-clockwise.
  case left = 2
  /// Lies on its right side: rotate by 90 degrees clockwise.
  case right = 3
  /// As `up`, mirrored left to right.
  case upMirrored = 4
  /// As `down`, mirrored left to right.
  case downMirrored = 5
  /// As `left`, mirrored.
  case leftMirrored = 6
  /// As `right`, mirrored.
  case rightMirrored = 7

  /// Whether the image is also mirrored; MediaPipe's tasks refuse such images.
  public var isMirrored: Bool { rawValue >= Self.upMirrored.rawValue }

  /// The clockwise rotation that makes the image upright, in degrees: 0, 90, 180 or 270. Mirroring does not change it.
  public var clockwiseDegrees: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .rightMirrored: 90
    case .down, .downMirrored: 180
    case .left, .leftMirrored: 270
    }
  }

  package init?(exifValue: Int) {
    let values: [Self] = [.up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left]
    guard (1...values.count).contains(exifValue) else { return nil }
    self = values[exifValue - 1]
  }

  /// The orientation without mirroring for a clockwise rotation by any multiple of 90 degrees; nil for other angles.
  public init?(clockwiseDegrees degrees: Int) {
    let unmirrored: [Self] = [.up, .right, .down, .left]
    guard let rotation = unmirrored.first(where: { ($0.clockwiseDegrees - degrees % 360) % 360 == 0 }) else {
      return nil
    }
    self = rotation
  }

  /// The rotation back; of orientations that are not mirrored.
  package var inverse: ImageOrientation {
    switch self {
    case .left: .right
    case .right: .left
    default: self
    }
  }
}
