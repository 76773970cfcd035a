import CoreVideo

/// What a sample buffer's pictures are like, in place of Apple's type: their pixel format and size.
public final class CMFormatDescription: Sendable {
  /// The pixel format, one of the `kCVPixelFormatType_` constants.
  public let mediaSubType: OSType
  /// The size in pixels.
  public let dimensions: CMVideoDimensions

  /// Describes the pictures that are like this one.
  ///
  /// - Throws: Nothing; Apple's initialiser throws.
  public init(imageBuffer: CVImageBuffer) throws {
    mediaSubType = CVPixelBufferGetPixelFormatType(imageBuffer)
    dimensions = CMVideoDimensions(
      width: Int32(clamping: CVPixelBufferGetWidth(imageBuffer)),
      height: Int32(clamping: CVPixelBufferGetHeight(imageBuffer)))
  }

  /// Whether a picture is as described.
  func matches(_ imageBuffer: CVImageBuffer) -> Bool {
    mediaSubType == CVPixelBufferGetPixelFormatType(imageBuffer)
      && Int(dimensions.width) == CVPixelBufferGetWidth(imageBuffer)
      && Int(dimensions.height) == CVPixelBufferGetHeight(imageBuffer)
  }
}

/// A description of pictures; there are no others here.
public typealias CMVideoFormatDescription = CMFormatDescription

/// Makes a description of the pictures that are like this one.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - imageBuffer: The picture.
///   - formatDescriptionOut: Gets the description.
/// - Returns: 0.
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = try? CMFormatDescription(imageBuffer: imageBuffer)
  return noErr
}
