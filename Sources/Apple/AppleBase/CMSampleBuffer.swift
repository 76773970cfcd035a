/// An image and its time, in place of Apple's type of this name. Audio and encoded samples are absent.
///
/// Immutable and Sendable, unlike Apple's type. For its pixels see `CVPixelBuffer`.
public final class CMSampleBuffer: Sendable {
  /// The image; nil for one that a camera dropped.
  public let imageBuffer: CVImageBuffer?
  /// The format of the image; never nil here.
  public let formatDescription: CMFormatDescription?
  /// The presentation time of the image.
  public let presentationTimeStamp: CMTime
  /// The duration of the image; invalid if it is unknown.
  public let duration: CMTime
  /// The decode time of the image; invalid for images that were not encoded.
  public let decodeTimeStamp: CMTime
  /// The presentation time of the image when the buffer is played; here the same as `presentationTimeStamp`.
  public var outputPresentationTimeStamp: CMTime { presentationTimeStamp }
  /// The number of samples: 1, or 0 for an image that a camera dropped.
  public var numSamples: Int { imageBuffer == nil ? 0 : 1 }
  /// Whether the sample buffer can be used; always true here.
  public var isValid: Bool { true }

  /// Makes a sample buffer from an image and its time.
  ///
  /// - Parameters:
  ///   - imageBuffer: The image.
  ///   - formatDescription: The image's format, made by `CMVideoFormatDescription(imageBuffer:)`.
  ///   - sampleTiming: The image's times.
  /// - Throws: An `NSError` with the code `kCMSampleBufferError_InvalidMediaFormat` when the description has another
  ///   format or size.
  public init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    guard formatDescription.matches(imageBuffer) else {
      let reason =
        "The format description is that of another pixel format or size than the image buffer's; make it with "
        + "CMVideoFormatDescription(imageBuffer:)."
      throw NSError(
        domain: NSOSStatusErrorDomain, code: Int(kCMSampleBufferError_InvalidMediaFormat),
        userInfo: [NSLocalizedDescriptionKey: reason])
    }
    (self.imageBuffer, self.formatDescription) = (imageBuffer, formatDescription)
    presentationTimeStamp = sampleTiming.presentationTimeStamp
    (duration, decodeTimeStamp) = (sampleTiming.duration, sampleTiming.decodeTimeStamp)
  }

  package init(droppedAt time: CMTime, formatDescription: CMVideoFormatDescription) {
    (imageBuffer, self.formatDescription, presentationTimeStamp) = (nil, formatDescription, time)
    (duration, decodeTimeStamp) = (.invalid, .invalid)
  }
}

/// The domain of errors that carry an `OSStatus`.
public let NSOSStatusErrorDomain = "NSOSStatusErrorDomain"
/// The format description does not match the image.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743

/// The times of a sample.
public struct CMSampleTimingInfo: Sendable {
  /// The duration of the sample.
  public var duration: CMTime
  /// The presentation time of the sample.
  public var presentationTimeStamp: CMTime
  /// The decode time of the sample; invalid for images.
  public var decodeTimeStamp: CMTime

  /// Makes a timing with invalid times.
  public init() { self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid) }

  /// Makes a timing.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    (self.duration, self.presentationTimeStamp) = (duration, presentationTimeStamp)
    self.decodeTimeStamp = decodeTimeStamp
  }
}

/// Makes a sample buffer from an image and its time.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - imageBuffer: The image.
///   - formatDescription: The image's format.
///   - sampleTiming: The image's times.
///   - sampleBufferOut: Set to the sample buffer; nil on failure.
/// - Returns: 0, or `kCMSampleBufferError_InvalidMediaFormat` when the description has another format or size.
@discardableResult public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = try? CMSampleBuffer(
    imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
  return sampleBufferOut.pointee == nil ? kCMSampleBufferError_InvalidMediaFormat : noErr
}

/// The sample buffer's image.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }
/// The presentation time of the image.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }
/// The duration of the image; invalid if it is unknown.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// The presentation time of the image when the buffer is played; here the same as
/// `CMSampleBufferGetPresentationTimeStamp(_:)`.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputPresentationTimeStamp
}

/// The number of samples: 1, or 0 for an image that a camera dropped.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> Int { sbuf.numSamples }
/// Whether the sample buffer has its pixels; false for an image that a camera dropped.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.imageBuffer != nil }

/// The format of the sample buffer's image.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// Whether the sample buffer can be used; always true here.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// The format of a sample buffer's images, in place of Apple's type: pixel format and size.
public final class CMFormatDescription: Sendable {
  /// The pixel format as a media subtype.
  public struct MediaSubType: RawRepresentable, Hashable, Sendable {
    /// The pixel format, one of the `kCVPixelFormatType_` constants.
    public let rawValue: OSType

    /// Makes a subtype from a pixel format.
    public init(rawValue: OSType) { self.rawValue = rawValue }
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
@discardableResult public func CMVideoFormatDescriptionCreateForImageBuffer(
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
  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}

/// 8-bit blue, green, red and alpha; the same as `kCVPixelFormatType_32BGRA`.
public let kCMPixelFormat_32BGRA: OSType = kCVPixelFormatType_32BGRA
