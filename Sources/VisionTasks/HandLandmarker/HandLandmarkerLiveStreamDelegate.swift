import Foundation

/// Receives the results of a `HandLandmarker` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. The protocol
/// does not inherit from `Sendable`, so that classes written for iOS compile unchanged. A class with state has to
/// synchronize it; a class on the main actor declares the method `nonisolated` and passes on the result, which is
/// `Sendable`. A conformance isolated to the main actor (`@MainActor HandLandmarkerLiveStreamDelegate`) does not
/// compile, since it could not be called: write the protocol's name alone. Under default isolation `MainActor` that is
/// enough.
public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - handLandmarker: The task that processed the frame.
  ///   - result: The result, with empty arrays when there is no hand; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension HandLandmarkerLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    handLandmarker.unheardResults.note(for: self)
  }
}
