import CoreGraphics
import CoreMedia
import Foundation
import VisionErrors
import VisionImaging
import VisionMedia

/// Takes single pictures out of a video, in place of Apple's class of this name.
///
/// The picture is always exactly the one that is shown at the time, the last one after the video's end, which is within
/// every tolerance. Times that rise are quick, as the video is read on from the last picture; for an earlier time it is
/// read from its beginning.
///
/// Sendable since everything that changes is touched under the locks only; calls that overlap wait for one another.
public final class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  /// The video.
  public let asset: AVAsset
  private let settings = NSLock()
  private let reading = NSLock()
  private let finder: FrameFinder
  private var appliesTransform = false
  private var toleranceBefore = CMTime.positiveInfinity
  private var toleranceAfter = CMTime.positiveInfinity

  /// Makes a generator; the video is opened by the first call that takes a picture.
  public init(asset: AVAsset) {
    self.asset = asset
    finder = FrameFinder(asset: asset)
    super.init()
  }

  /// Whether pictures are turned upright as the video says; false, the default, leaves them as stored.
  public var appliesPreferredTrackTransform: Bool {
    get { settings.withLock { appliesTransform } }
    set { settings.withLock { appliesTransform = newValue } }
  }

  /// How much earlier than asked for a picture may be; exact pictures are given whatever it is.
  public var requestedTimeToleranceBefore: CMTime {
    get { settings.withLock { toleranceBefore } }
    set { settings.withLock { toleranceBefore = newValue } }
  }

  /// How much later than asked for a picture may be; exact pictures are given whatever it is.
  public var requestedTimeToleranceAfter: CMTime {
    get { settings.withLock { toleranceAfter } }
    set { settings.withLock { toleranceAfter = newValue } }
  }

  /// The picture that the video shows at a time. Blocks while it is read.
  ///
  /// - Parameters:
  ///   - requestedTime: The time after the first picture, 0 or more.
  ///   - actualTime: Gets the time at which the picture's showing begins; may be nil.
  /// - Returns: The picture.
  /// - Throws: `TasksError` with `invalidArgumentError` for a time below 0 or one that is no number,
  ///   `unimplementedError` for an asset that is no file, and as `VideoReader` for files that cannot be read.
  public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    guard requestedTime.isNumeric, requestedTime >= .zero else {
      throw TasksError.invalidArgument(
        "The time \(requestedTime.seconds) s is not allowed; give one of 0 s or more after the video's beginning.")
    }
    let (frame, orientation) = try reading.withLock { try finder.frame(at: requestedTime) }
    actualTime?.pointee = frame.cmTime
    if appliesPreferredTrackTransform { return CGImage(imageBuffer: frame.image) }
    return CGImage(imageBuffer: try frame.image.upright(from: orientation.inverse))
  }

  /// The picture that the video shows at a time, without blocking the caller's thread.
  ///
  /// - Parameter time: The time after the first picture, 0 or more.
  /// - Returns: The picture and the time at which its showing begins.
  /// - Throws: As `copyCGImage(at:actualTime:)`.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    try await BlockingWork.run {
      var actualTime = CMTime.invalid
      let image = try self.copyCGImage(at: time, actualTime: &actualTime)
      return (image: image, actualTime: actualTime)
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
