import CoreGraphics
import CoreMedia
import Foundation
import VisionErrors
import VisionImaging
import VisionMedia

/// Takes single images out of a video, in place of Apple's class of this name.
///
/// The image is always exactly the one that is shown at the time, which is within every tolerance; for times after the
/// video's end it is the last one. Times that rise are quick, since the video is read on from the last image.
///
/// Sendable since everything that changes is touched under the locks only; calls that overlap wait for one another.
public final class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  /// The video.
  public let asset: AVAsset
  private let reading = NSLock()
  private var finder: VideoFrameFinder?
  private let settings = NSLock()
  private var appliesTransform = false
  private var largestSize = CGSize.zero
  private var toleranceBefore = CMTime.positiveInfinity
  private var toleranceAfter = CMTime.positiveInfinity
  /// How often everything that was asked for was cancelled.
  private var cancellations = 0

  /// Makes a generator; the video is opened by the first call that takes an image.
  public init(asset: AVAsset) {
    self.asset = asset
    super.init()
  }

  /// Whether images are turned upright as the video says; false, the default, leaves them as stored.
  public var appliesPreferredTrackTransform: Bool {
    get { settings.withLock { appliesTransform } }
    set { settings.withLock { appliesTransform = newValue } }
  }

  /// The box in pixels that images have to fit into; larger ones are made smaller, sides in proportion. A side of 0 sets
  /// no limit; `.zero`, the default, leaves all images as they are.
  public var maximumSize: CGSize {
    get { settings.withLock { largestSize } }
    set { settings.withLock { largestSize = newValue } }
  }

  /// How much earlier than asked for an image may be; exact images are given whatever it is.
  public var requestedTimeToleranceBefore: CMTime {
    get { settings.withLock { toleranceBefore } }
    set { settings.withLock { toleranceBefore = newValue } }
  }

  /// How much later than asked for an image may be; exact images are given whatever it is.
  public var requestedTimeToleranceAfter: CMTime {
    get { settings.withLock { toleranceAfter } }
    set { settings.withLock { toleranceAfter = newValue } }
  }

  /// The image that the video shows at a time. Blocks while it is read.
  ///
  /// - Parameters:
  ///   - requestedTime: The time after the first image, 0 or more.
  ///   - actualTime: Gets the time at which the image's showing begins; may be nil.
  /// - Returns: The image.
  /// - Throws: `TasksError` with `invalidArgumentError` for a time below 0 or one that is no number,
  ///   `unimplementedError` for an asset that is no file, and as `VideoReader` for files that cannot be read.
  public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    guard requestedTime.isNumeric, requestedTime >= .zero else {
      throw TasksError.invalidArgument(
        "The time \(requestedTime.seconds.plainText) s is not allowed; give one of 0 s or more after the video's beginning."
      )
    }
    let time = VideoTime(value: Int(requestedTime.value), timescale: Int(requestedTime.timescale))
    let (frame, orientation) = try reading.withLock {
      let finder = try self.finder ?? asset.openFinder()
      self.finder = finder
      return (try finder.frame(at: time), finder.storedOrientation)
    }
    actualTime?.pointee = CMTime(frame.time)
    let picture = try appliesPreferredTrackTransform ? frame.image : frame.image.upright(from: orientation.inverse)
    return CGImage(imageBuffer: try picture.fitting(into: maximumSize))
  }

  /// Ends what `images(for:)` and the methods with completion handlers are at: times that are left are `.cancelled`.
  public func cancelAllCGImageGeneration() { settings.withLock { cancellations += 1 } }

  /// What a request made now finds changed when it was cancelled.
  var cancellationCount: Int { settings.withLock { cancellations } }

  /// The image that the video shows at a time, without blocking the caller's thread.
  ///
  /// - Parameter time: The time after the first image, 0 or more.
  /// - Returns: The image and the time at which its showing begins.
  /// - Throws: As `copyCGImage(at:actualTime:)`.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    try await BlockingWork.run {
      var actualTime = CMTime.invalid
      let image = try self.copyCGImage(at: time, actualTime: &actualTime)
      return (image: image, actualTime: actualTime)
    }
  }
}

extension CMTime {
  /// The time of a frame, exact where its unit fits.
  fileprivate init(_ time: VideoTime) {
    if let timescale = CMTimeScale(exactly: time.timescale) {
      self.init(value: CMTimeValue(time.value), timescale: timescale)
    } else {
      self.init(seconds: time.seconds, preferredTimescale: .max)
    }
  }
}

extension ImageOrientation {
  /// The turn that undoes this one; mirrored ones undo themselves.
  fileprivate var inverse: ImageOrientation {
    switch self {
    case .left: .right
    case .right: .left
    default: self
    }
  }
}

extension ImageBuffer {
  /// The image, made smaller if it does not fit into a box; a side that is not above 0 sets no limit.
  fileprivate func fitting(into box: CGSize) throws -> ImageBuffer {
    func factor(_ limit: CGFloat, _ length: Int) -> CGFloat { limit > 0 ? limit / CGFloat(length) : 1 }
    let scale = min(factor(box.width, width), factor(box.height, height), 1)
    guard scale < 1 else { return self }
    func scaled(_ length: Int) -> Int { max(Int((CGFloat(length) * scale).rounded()), 1) }
    return try self.scaled(toWidth: scaled(width), height: scaled(height))
  }
}
