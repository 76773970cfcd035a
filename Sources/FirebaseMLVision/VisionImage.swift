#if os(Linux) || canImport(UIKit)
  import MediaPipeTasksVision
#endif

/// An image for an object detector.
///
/// The initializers never fail, as in ML Kit; an unusable image is an error of the detector's call. It may be passed
/// between threads. A detector uses the metadata and timestamp at the time of the call.
public final class VisionImage: NSObject, Sendable {
  private struct State {
    var metadata: VisionImageMetadata?
    var timestamp: Int?
  }

  private let pixels: Result<ImageBuffer, any Error>
  private let ownOrientation: ImageOrientation
  private let state: Locked<State>

  /// The orientation of the stored pixels. Nil, the default, stands for upright, or for a `UIImage`'s own orientation.
  public var metadata: VisionImageMetadata? {
    get { state.withLock { $0.metadata } }
    set { state.withLock { $0.metadata = newValue } }
  }

  /// The image's time in its stream, in milliseconds. Nil where it is unknown; the detector then uses the time of the
  /// call.
  ///
  /// An addition to ML Kit's class. A sample buffer sets its presentation time.
  public var timestampInMilliseconds: Int? {
    get { state.withLock { $0.timestamp } }
    set { state.withLock { $0.timestamp = newValue } }
  }

  /// Makes an image from pixels in memory without copying them.
  ///
  /// - Parameter imageBuffer: The pixels: 8-bit RGB, RGBA, BGRA or gray.
  public init(imageBuffer: ImageBuffer) {
    (pixels, ownOrientation, state) = (.success(imageBuffer), .up, Locked(State()))
  }

  init(pixels: Result<ImageBuffer, any Error>, orientation: ImageOrientation = .up, timestampInMilliseconds: Int? = nil)
  {
    (self.pixels, ownOrientation) = (pixels, orientation)
    state = Locked(State(timestamp: timestampInMilliseconds))
    super.init()
  }

  func content() throws -> ImageContent {
    ImageContent(
      pixels: try pixels.get(), orientation: metadata?.orientation.imageOrientation ?? ownOrientation,
      givenOrientation: ownOrientation, timestampInMilliseconds: timestampInMilliseconds)
  }
}

#if os(Linux) || canImport(UIKit)
  extension VisionImage {
    /// Makes an image from a `UIImage`, with the orientation of the `UIImage`.
    ///
    /// - Parameter image: The image.
    public convenience init(image: UIImage) {
      self.init(pixels: Result { try MPImage(uiImage: image).imageBuffer }, orientation: image.imageOrientation)
    }

    /// Makes an image from a sample buffer of a camera or a video, with its time. Set `metadata` to its orientation.
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

/// The metadata of a `VisionImage`: the orientation of its stored pixels.
public final class VisionImageMetadata: NSObject, Sendable {
  private let currentOrientation = Locked(VisionDetectorImageOrientation.topLeft)

  /// The orientation of the stored pixels; `.topLeft`, upright, by default.
  public var orientation: VisionDetectorImageOrientation {
    get { currentOrientation.withLock { $0 } }
    set { currentOrientation.withLock { $0 = newValue } }
  }

  /// Makes metadata for an upright image.
  public override init() { super.init() }
}

/// The sides of the upright image on which the stored image's first row and first column are, with EXIF's values.
///
/// `rightTop`: the first row is on the right side, the first column at the top.
public enum VisionDetectorImageOrientation: UInt, Sendable, CaseIterable {
  /// Upright as stored.
  case topLeft = 1
  /// Mirrored horizontally.
  case topRight = 2
  /// Upside down.
  case bottomRight = 3
  /// Mirrored vertically.
  case bottomLeft = 4
  /// Transposed.
  case leftTop = 5
  /// To be rotated by 90 degrees clockwise.
  case rightTop = 6
  /// Transposed along the other diagonal.
  case rightBottom = 7
  /// To be rotated by 90 degrees counterclockwise.
  case leftBottom = 8

  var imageOrientation: ImageOrientation { ImageOrientation(exifValue: Int(rawValue)) ?? .up }
}

struct ImageContent: Sendable {
  let pixels: ImageBuffer
  /// The rotation that makes the pixels upright.
  let orientation: ImageOrientation
  /// The rotation from the pixels to the caller's image: `up` for a buffer, the `UIImage`'s own orientation otherwise.
  let givenOrientation: ImageOrientation
  let timestampInMilliseconds: Int?

  func upright() throws -> ImageBuffer { try pixels.upright(from: orientation) }

  /// A region in fractions of the caller's image, in fractions of the upright one.
  func upright(_ region: CGRect) -> CGRect {
    let whole = CGSize(width: 1, height: 1)
    return orientation == givenOrientation
      ? region : orientation.upright(givenOrientation.stored(region, in: whole), in: whole)
  }

  func given(_ box: CGRect) -> CGRect {
    guard orientation != givenOrientation else { return box }
    let size = CGSize(width: pixels.width, height: pixels.height)
    return givenOrientation.upright(orientation.stored(box, in: size), in: size)
  }
}
