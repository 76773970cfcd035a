import Foundation

/// Receives the results of a `PoseLandmarker` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. The protocol
/// does not inherit from `Sendable`, so that classes written for iOS compile unchanged. A class with state has to
/// synchronize it; a class on the main actor declares the method `nonisolated` and passes on the result, which is
/// `Sendable`. A conformance isolated to the main actor (`@MainActor PoseLandmarkerLiveStreamDelegate`) does not
/// compile, since it could not be called: write the protocol's name alone. Under default isolation `MainActor` that is
/// enough.
public protocol PoseLandmarkerLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - poseLandmarker: The task that processed the frame.
  ///   - result: The result, with empty arrays when there is no person; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func poseLandmarker(
    _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension PoseLandmarkerLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func poseLandmarker(
    _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    poseLandmarker.unheardResults.note(for: self)
  }
}
