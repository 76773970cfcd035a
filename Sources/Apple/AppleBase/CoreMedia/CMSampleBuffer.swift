import Foundation

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
      throw NSError(
        domain: NSOSStatusErrorDomain, code: Int(kCMSampleBufferError_InvalidMediaFormat),
        userInfo: [
          NSLocalizedDescriptionKey:
            "The format description is that of another pixel format or size than the image buffer's; make it with "
            + "CMVideoFormatDescription(imageBuffer:)."
        ])
    }
    self.imageBuffer = imageBuffer
    self.formatDescription = formatDescription
    presentationTimeStamp = sampleTiming.presentationTimeStamp
    duration = sampleTiming.duration
    decodeTimeStamp = sampleTiming.decodeTimeStamp
  }

  /// Makes the sample buffer of a dropped image: time and format without pixels.
  package init(droppedAt time: CMTime, formatDescription: CMVideoFormatDescription) {
    imageBuffer = nil
    self.formatDescription = formatDescription
    presentationTimeStamp = time
    duration = .invalid
    decodeTimeStamp = .invalid
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
  public init() {
    self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
  }

  /// Makes a timing.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }
}
