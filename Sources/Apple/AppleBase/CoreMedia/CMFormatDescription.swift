/// The format of a sample buffer's images, in place of Apple's type: pixel format and size.
public final class CMFormatDescription: Sendable {
  /// The pixel format as a media subtype.
  public struct MediaSubType: RawRepresentable, Hashable, Sendable {
    /// The pixel format, one of the `kCVPixelFormatType_` constants.
    public let rawValue: OSType

    /// Makes a subtype from a pixel format.
    public init(rawValue: OSType) {
      self.rawValue = rawValue
    }
  }

  /// The pixel format.
  public let mediaSubType: MediaSubType
  /// The size in pixels.
  public let dimensions: CMVideoDimensions

  /// Makes the description of an image.
  ///
  /// - Throws: Never; Apple's initializer throws.
  public init(imageBuffer: CVImageBuffer) throws {
    mediaSubType = MediaSubType(rawValue: CVPixelBufferGetPixelFormatType(imageBuffer))
    dimensions = CMVideoDimensions(
      width: Int32(clamping: CVPixelBufferGetWidth(imageBuffer)),
      height: Int32(clamping: CVPixelBufferGetHeight(imageBuffer)))
  }

  /// Whether an image has this format.
  func matches(_ imageBuffer: CVImageBuffer) -> Bool {
    mediaSubType.rawValue == CVPixelBufferGetPixelFormatType(imageBuffer)
      && Int(dimensions.width) == CVPixelBufferGetWidth(imageBuffer)
      && Int(dimensions.height) == CVPixelBufferGetHeight(imageBuffer)
  }
}

/// A description of images, the only one here.
public typealias CMVideoFormatDescription = CMFormatDescription

/// Makes the description of an image.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - imageBuffer: The image.
///   - formatDescriptionOut: Set to the description.
/// - Returns: 0.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = try? CMFormatDescription(imageBuffer: imageBuffer)
  return noErr
}

/// The pixel format of a description, one of the `kCVPixelFormatType_` constants.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> OSType { desc.mediaSubType.rawValue }

/// The size of a description, in pixels.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
  videoDesc.dimensions
}

/// An image's size in pixels.
public struct CMVideoDimensions: Sendable {
  /// The width in pixels.
  public var width: Int32
  /// The height in pixels.
  public var height: Int32

  /// Makes a size.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}

/// 8-bit blue, green, red and alpha; the same as `kCVPixelFormatType_32BGRA`.
public let kCMPixelFormat_32BGRA: OSType = kCVPixelFormatType_32BGRA
