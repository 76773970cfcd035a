import AppleBase
import Foundation

/// Receives the requested time, the image, its presentation time, the outcome and the error. Called on a background
/// thread, one call at a time.
public typealias AVAssetImageGeneratorCompletionHandler =
  @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

extension AVAssetImageGenerator {
  /// The outcome of a request for an image, with Apple's raw values.
  public enum Result: Int, Sendable {
    /// The image was read.
    case succeeded = 0
    /// Reading failed with an error.
    case failed = 1
    /// `cancelAllCGImageGeneration()` was called.
    case cancelled = 2
  }

  /// Reads the images shown at several times, and returns at once.
  ///
  /// - Parameters:
  ///   - requestedTimes: The times after the first image, each made by `NSValue(time:)`.
  ///   - handler: Called once for each time, in order. Errors are those of `copyCGImage(at:actualTime:)`.
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

  /// Reads the image shown at a time, and returns at once.
  ///
  /// - Parameters:
  ///   - requestedTime: The time after the first image, 0 or more.
  ///   - handler: Receives the image, its presentation time, and the error; on a background thread.
  public func generateCGImageAsynchronously(
    for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    generateCGImagesAsynchronously(forTimes: [NSValue(time: requestedTime)]) { _, image, actualTime, result, error in
      handler(image, actualTime, result == .cancelled ? CancellationError() : error)
    }
  }
}

extension NSValue {
  /// The Objective-C type encoding of a `CMTime`: a byte array, which Foundation supports on Linux.
  private static let encodingOfTime = "[\(MemoryLayout<CMTime>.size)C]"

  /// Wraps a time in an object, for lists of times.
  public convenience init(time: CMTime) {
    self.init(bytes: withUnsafeBytes(of: time) { Array($0) }, objCType: Self.encodingOfTime)
  }

  /// The time; `.invalid` for an object that was not made by `init(time:)`.
  public var timeValue: CMTime {
    guard String(cString: objCType) == Self.encodingOfTime else { return .invalid }
    var time = CMTime.invalid
    getValue(&time)
    return time
  }
}
