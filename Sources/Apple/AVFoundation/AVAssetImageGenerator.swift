import AppleBase
import Foundation
import VisionCore
import VisionImaging
import VisionMedia

/// Reads single images of a video, in place of Apple's class of this name.
///
/// The image is always exactly the one shown at the requested time, which is within every tolerance; after the video's
/// end it is the last one. Increasing times are fast, since the video is decoded onward from the last image. Concurrent
/// calls wait for each other.
public final class AVAssetImageGenerator: NSObject, Sendable {
  private struct Settings {
    var appliesTransform = false
    var maximumSize = CGSize.zero
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity
    /// The number of calls of `cancelAllCGImageGeneration()`.
    var cancellations = 0
  }

  /// The video.
  public let asset: AVAsset
  private let finder = Locked<VideoFrameFinder?>(nil)
  private let settings = Locked(Settings())

  /// Makes a generator. The first request for an image opens the video.
  public init(asset: AVAsset) {
    self.asset = asset
    super.init()
  }

  /// Whether images are rotated upright by the video's metadata; false by default: images are as stored.
  public var appliesPreferredTrackTransform: Bool {
    get { settings.withLock { $0.appliesTransform } }
    set { settings.withLock { $0.appliesTransform = newValue } }
  }

  /// Maximum size of images in pixels. Larger images are scaled down, keeping the aspect ratio. A side of 0 sets no
  /// limit; the default is `.zero`.
  public var maximumSize: CGSize {
    get { settings.withLock { $0.maximumSize } }
    set { settings.withLock { $0.maximumSize = newValue } }
  }

  /// How much earlier than requested an image may be. Stored without effect: images are exact.
  public var requestedTimeToleranceBefore: CMTime {
    get { settings.withLock { $0.toleranceBefore } }
    set { settings.withLock { $0.toleranceBefore = newValue } }
  }

  /// How much later than requested an image may be. Stored without effect: images are exact.
  public var requestedTimeToleranceAfter: CMTime {
    get { settings.withLock { $0.toleranceAfter } }
    set { settings.withLock { $0.toleranceAfter = newValue } }
  }

  /// Returns the image shown at a time. Blocks while it is decoded.
  ///
  /// - Parameters:
  ///   - requestedTime: The time after the first image, 0 or more.
  ///   - actualTime: Set to the image's presentation time; may be nil.
  /// - Returns: The image.
  /// - Throws: `TasksError` with `invalidArgumentError` for a negative or non-numeric time,
  ///   `unimplementedError` for an asset that is no file, and the errors of `VideoReader` for unreadable files.
  public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    guard requestedTime.isNumeric, requestedTime >= .zero else {
      throw TasksError.invalidArgument(
        "The time \(requestedTime.seconds.plainText) s is not allowed; give one of 0 s or more after the video's beginning."
      )
    }
    let time = VideoTime(value: Int(requestedTime.value), timescale: Int(requestedTime.timescale))
    let (frame, orientation) = try finder.withLock { open in
      let finder = try open ?? asset.openFinder()
      open = finder
      return (try finder.frame(at: time), finder.storedOrientation)
    }
    actualTime?.pointee = CMTime(frame.time)
    let image = try appliesPreferredTrackTransform ? frame.image : frame.image.upright(from: orientation.inverse)
    return CGImage(imageBuffer: try image.fitting(into: maximumSize))
  }

  /// Cancels `images(for:)` and the methods with completion handlers: remaining times are `.cancelled`.
  public func cancelAllCGImageGeneration() { settings.withLock { $0.cancellations += 1 } }

  /// The number of cancellations so far; a request is cancelled when it has changed since.
  var cancellationCount: Int { settings.withLock { $0.cancellations } }

  /// Returns the image shown at a time, without blocking the caller's thread.
  ///
  /// - Parameter time: The time after the first image, 0 or more.
  /// - Returns: The image and its presentation time.
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
  /// The time of a frame; exact if its timescale fits.
  fileprivate init(_ time: VideoTime) {
    if let timescale = CMTimeScale(exactly: time.timescale) {
      self.init(value: CMTimeValue(time.value), timescale: timescale)
    } else {
      self.init(seconds: time.seconds, preferredTimescale: .max)
    }
  }
}

extension ImageOrientation {
  /// The inverse rotation; mirrored orientations are their own inverse.
  fileprivate var inverse: ImageOrientation {
    switch self {
    case .left: .right
    case .right: .left
    default: self
    }
  }
}

extension ImageBuffer {
  /// The image, scaled down to a maximum size if it is larger. A side of 0 or less sets no limit.
  fileprivate func fitting(into box: CGSize) throws -> ImageBuffer {
    func factor(_ limit: CGFloat, _ length: Int) -> CGFloat { limit > 0 ? limit / CGFloat(length) : 1 }
    let scale = min(factor(box.width, width), factor(box.height, height), 1)
    guard scale < 1 else { return self }
    func scaled(_ length: Int) -> Int { max(Int((CGFloat(length) * scale).rounded()), 1) }
    return try self.scaled(toWidth: scaled(width), height: scaled(height))
  }
}
