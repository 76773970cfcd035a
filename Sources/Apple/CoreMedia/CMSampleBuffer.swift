import CoreVideo
import Foundation

/// An image and its time, in place of Apple's type of this name; sound and coded samples are absent.
///
/// Immutable, so it may be handed from thread to thread (Apple's is not declared `Sendable`); for its pixels see
/// `CVPixelBuffer`.
public final class CMSampleBuffer: Sendable {
  /// The image; nil for one that a camera dropped.
  public let imageBuffer: CVImageBuffer?
  /// What the image is like; never nil here.
  public let formatDescription: CMFormatDescription?
  /// When the image is shown.
  public let presentationTimeStamp: CMTime
  /// How long the image is shown; invalid when that is not known.
  public let duration: CMTime
  /// When the image had to be decoded; invalid for images that were not coded.
  public let decodeTimeStamp: CMTime
  /// Whether the sample buffer can be used; always, since nothing here takes its image away.
  public var isValid: Bool { true }

  /// Puts an image and its time together.
  ///
  /// - Parameters:
  ///   - imageBuffer: The image.
  ///   - formatDescription: What it is like; `CMVideoFormatDescription(imageBuffer:)` makes one.
  ///   - sampleTiming: Its times.
  /// - Throws: An `NSError` with the code `kCMSampleBufferError_InvalidMediaFormat` when the description is that of
  ///   another format or size.
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

  /// What is left of an image that was dropped: its time and what it was like.
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
/// A format description does not fit the image.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
