import Foundation
import VisionErrors
import VisionImaging

#if AppleTypes && canImport(UIKit)
  import MediaPipeTasksVision
#endif

// Safe to share: the pixels are constant, and what changes is touched under the lock only.
/// An image for an object detector.
///
/// Making one never fails, as in ML Kit; what is wrong with an image is the error of the call that it is given to. It may be
/// handed from thread to thread; a detector takes it as it is when it is given.
public final class VisionImage: NSObject, @unchecked Sendable {
  private let pixels: Result<ImageBuffer, any Error>
  private let ownOrientation: ImageOrientation
  private let lock = NSLock()
  private var currentMetadata: VisionImageMetadata?
  private var currentTimestamp: Int?

  /// How the image is stored. Nil, the default, stands for upright, and for a `UIImage`'s own orientation.
  public var metadata: VisionImageMetadata? {
    get { lock.withLock { currentMetadata } }
    set { lock.withLock { currentMetadata = newValue } }
  }

  /// The image's time in its stream, in milliseconds; nil where it is not known, when the time of the call counts.
  ///
  /// An addition to ML Kit's class. A sample buffer brings its own.
  public var timestampInMilliseconds: Int? {
    get { lock.withLock { currentTimestamp } }
    set { lock.withLock { currentTimestamp = newValue } }
  }

  /// Makes an image from pixels in memory; nothing is copied.
  ///
  /// - Parameter imageBuffer: The pixels: 8-bit RGB, RGBA, BGRA or gray.
  public init(imageBuffer: ImageBuffer) {
    pixels = .success(imageBuffer)
    ownOrientation = .up
    super.init()
  }

  /// An image whose pixels may not be had.
  init(pixels: Result<ImageBuffer, any Error>, orientation: ImageOrientation = .up, timestampInMilliseconds: Int? = nil)
  {
    self.pixels = pixels
    currentTimestamp = timestampInMilliseconds
    ownOrientation = orientation
    super.init()
  }

  /// The pixels and how they have to be rotated.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an image without pixels that can be read.
  func content() throws -> ImageContent {
    ImageContent(
      pixels: try pixels.get(), orientation: metadata?.orientation.imageOrientation ?? ownOrientation,
      givenOrientation: ownOrientation, timestampInMilliseconds: timestampInMilliseconds)
  }
}

#if AppleTypes && canImport(UIKit)
  extension VisionImage {
    /// Makes an image from a `UIImage`. It should be upright; where it is not, its own orientation is followed.
    ///
    /// - Parameter image: The image.
    public convenience init(image: UIImage) {
      self.init(
        pixels: Result { try MPImage(uiImage: image).imageBuffer }, orientation: image.imageOrientation)
    }

    /// Makes an image from a sample buffer of a camera or a video, with its time; set `metadata` to tell how it is stored.
    ///
    /// - Parameter buffer: A sample buffer with an image: 32BGRA, or 8-bit 4:2:0 of two planes.
    public convenience init(buffer: CMSampleBuffer) {
      let seconds = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(buffer))
      self.init(
        pixels: Result { try MPImage(sampleBuffer: buffer).imageBuffer },
        timestampInMilliseconds: Int(exactly: (seconds * 1000).rounded()))
    }
  }
#endif
