import CoreGraphics
import CoreMedia
import Foundation

/// Gets the time that was asked for, the image, the time at which its showing begins, what came of it, and the error; on a
/// thread of its own, one call after another.
public typealias AVAssetImageGeneratorCompletionHandler =
  @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

extension AVAssetImageGenerator {
  /// What came of a request for an image, with Apple's raw values.
  public enum Result: Int, Sendable {
    /// There is an image.
    case succeeded = 0
    /// There is none, and an error says why.
    case failed = 1
    /// `cancelAllCGImageGeneration()` was called.
    case cancelled = 2
  }

  /// Takes the images that the video shows at several times, and returns at once.
  ///
  /// - Parameters:
  ///   - requestedTimes: The times after the first image, each made by `NSValue(time:)`.
  ///   - handler: Called once for each time, in their order. Errors are those of `copyCGImage(at:actualTime:)`.
  public func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    let times = requestedTimes.map(\.timeValue)
    let cancellations = cancellationCount
    DispatchQueue.global().async {
      for time in times {
        guard self.cancellationCount == cancellations else {
          handler(time, nil, .invalid, .cancelled, nil)
          continue
        }
        do {
          var actualTime = CMTime.invalid
          let image = try self.copyCGImage(at: time, actualTime: &actualTime)
          handler(time, image, actualTime, .succeeded, nil)
        } catch {
          handler(time, nil, .invalid, .failed, error)
        }
      }
    }
  }

  /// Takes the image that the video shows at a time, and returns at once.
  ///
  /// - Parameters:
  ///   - requestedTime: The time after the first image, 0 or more.
  ///   - handler: Gets the image, the time at which its showing begins, and the error; on a thread of its own.
  public func generateCGImageAsynchronously(
    for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    generateCGImagesAsynchronously(forTimes: [NSValue(time: requestedTime)]) { _, image, actualTime, result, error in
      handler(image, actualTime, result == .cancelled ? CancellationError() : error)
    }
  }
}
