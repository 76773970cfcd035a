import CoreMedia
import Foundation
import UIKit

/// Prints the results of a live stream, and detects the result of the last frame, which is never dropped.
///
/// `@unchecked Sendable` is safe because mutable state is accessed under the condition's lock.
public final class LivePrinter<Result>: @unchecked Sendable {
  private let text: @Sendable (Result) -> String
  private let condition = NSCondition()
  private var newest = Int.min

  /// Makes a printer.
  ///
  /// - Parameter text: Describes a result.
  public init(_ text: @escaping @Sendable (Result) -> String) {
    self.text = text
  }

  /// Prints the result of a frame.
  public func show(_ result: Result?, timestampInMilliseconds: Int, error: Error?) {
    print("\(timestampInMilliseconds) ms: \(result.map(text) ?? error?.localizedDescription ?? "failed")")
    condition.withLock {
      newest = max(newest, timestampInMilliseconds)
      condition.broadcast()
    }
  }

  /// Plays a camera feed to a task in live-stream mode and waits up to a minute for the last result.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - send: Receives a frame, its orientation and its timestamp in milliseconds.
  /// - Throws: As `CameraFeed.run`.
  public func play(_ feed: CameraFeed, to send: (CMSampleBuffer, UIImage.Orientation, Int) -> Void) throws {
    var last = Int.min
    try feed.run { sampleBuffer, orientation in
      last = Int((CMSampleBufferGetPresentationTimeStamp(sampleBuffer).seconds * 1000).rounded())
      send(sampleBuffer, orientation, last)
    }
    let end = Date(timeIntervalSinceNow: 60)
    condition.withLock {
      while newest < last, condition.wait(until: end) {}
    }
  }
}
