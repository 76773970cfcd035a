import CoreVideo

/// What a sample buffer's images are like, in place of Apple's type: their pixel format and size.
public final class CMFormatDescription: Sendable {
  /// What kind of images: their pixel format.
  public struct MediaSubType: RawRepresentable, Hashable, Sendable {
    /// The pixel format, one of the `kCVPixelFormatType_` constants.
    public let rawValue: OSType

    /// Makes a kind from a pixel format.
    public init(rawValue: OSType) {
      self.rawValue = rawValue
    }
  }

  /// The pixel format.
  public let mediaSubType: MediaSubType
  /// The size in pixels.
  public let dimensions: CMVideoDimensions

  /// Describes the images that are like this one.
  ///
  /// - Throws: Nothing; Apple's initialiser throws.
  public init(imageBuffer: CVImageBuffer) throws {
    mediaSubType = MediaSubType(rawValue: CVPixelBufferGetPixelFormatType(imageBuffer))
    dimensions = CMVideoDimensions(
      width: Int32(clamping: CVPixelBufferGetWidth(imageBuffer)),
      height: Int32(clamping: CVPixelBufferGetHeight(imageBuffer)))
  }

  /// Whether an image is as described.
  func matches(_ imageBuffer: CVImageBuffer) -> Bool {
    mediaSubType.rawValue == CVPixelBufferGetPixelFormatType(imageBuffer)
      && Int(dimensions.width) == CVPixelBufferGetWidth(imageBuffer)
      && Int(dimensions.height) == CVPixelBufferGetHeight(imageBuffer)
  }
}

/// A description of images; there are no others here.
public typealias CMVideoFormatDescription = CMFormatDescription

/// Makes a description of the images that are like this one.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - imageBuffer: The image.
///   - formatDescriptionOut: Gets the description.
/// - Returns: 0.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = try? CMFormatDescription(imageBuffer: imageBuffer)
  return noErr
}

/// The pixel format that a description names, one of the `kCVPixelFormatType_` constants.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> OSType { desc.mediaSubType.rawValue }

/// The size that a description names, in pixels.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
  videoDesc.dimensions
}
