import Foundation

/// Gets the results of an `ObjectDetector` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. The protocol
/// does not ask for `Sendable`, so that classes written for iOS compile unchanged; a class that keeps state has to guard
/// it, and one on the main actor declares the method `nonisolated` and hands the result over, which is `Sendable`.
/// A conformance that belongs to the main actor (`@MainActor ObjectDetectorLiveStreamDelegate`) is refused by the compiler,
/// for it could not be called: write the protocol's name alone. Under default isolation `MainActor` that is enough.
public protocol ObjectDetectorLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Gets the result of one frame.
  ///
  /// - Parameters:
  ///   - objectDetector: The task that did the work.
  ///   - result: The result, without detections when there is no object; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp the frame was sent with; `Int.min` when the frame failed.
  ///   - error: Why the frame failed, else nil.
  func objectDetector(
    _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension ObjectDetectorLiveStreamDelegate {
  /// Does nothing but warn, once a task, on standard error: the method is optional, but one with another label is never called.
  public func objectDetector(
    _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    objectDetector.unheardResults.note(for: self)
  }
}
