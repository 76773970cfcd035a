import Foundation

/// Receives the results of a `GestureRecognizer` in `.liveStream` mode.
///
/// MediaPipe's header and its guides use different labels for the method. Implement either one; the task makes exactly
/// one call per processed frame.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. The protocol
/// does not inherit from `Sendable`, so that the guides' classes compile unchanged. A class with state has to
/// synchronize it; a class on the main actor declares the method `nonisolated` and passes on the result, which is
/// `Sendable`. A conformance isolated to the main actor (`@MainActor GestureRecognizerLiveStreamDelegate`) does not
/// compile, since it could not be called: write the protocol's name alone. Under default isolation `MainActor` that is
/// enough.
public protocol GestureRecognizerLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame; the label of MediaPipe's header.
  ///
  /// - Parameters:
  ///   - gestureRecognizer: The task that processed the frame.
  ///   - result: The result, with empty arrays when there is no hand; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?)

  /// Receives the result of one frame; the label of MediaPipe's guides.
  ///
  /// - Parameters:
  ///   - gestureRecognizer: The task that processed the frame.
  ///   - result: The result, with empty arrays when there is no hand; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?)
}

extension GestureRecognizerLiveStreamDelegate {
  /// Calls the method with the guides' label. The task calls the header's label only, so either one is enough.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    self.gestureRecognizer(
      gestureRecognizer, didFinishRecognition: result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }

  /// Warns once per task on standard error, since a method with another label is never called.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    gestureRecognizer.unheardResults.note(for: self)
  }
}
