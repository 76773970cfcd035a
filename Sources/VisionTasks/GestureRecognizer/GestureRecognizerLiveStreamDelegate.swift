import Foundation

/// Gets the results of a `GestureRecognizer` in `.liveStream` mode.
///
/// MediaPipe's header and its guides spell the method's label differently. Implement either; the task makes exactly one
/// call a processed frame.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. The protocol
/// does not ask for `Sendable`, so that the guides' classes compile unchanged; a class that keeps state has to guard it,
/// and one on the main actor declares the method `nonisolated` and hands the result over, which is `Sendable`.
/// A conformance that belongs to the main actor (`@MainActor GestureRecognizerLiveStreamDelegate`) is refused by the compiler,
/// for it could not be called: write the protocol's name alone. Under default isolation `MainActor` that is enough.
public protocol GestureRecognizerLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Gets the result of one frame; the spelling of MediaPipe's header.
  ///
  /// - Parameters:
  ///   - gestureRecognizer: The task that did the work.
  ///   - result: The result, with empty arrays when there is no hand; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp the frame was sent with; `Int.min` when the frame failed.
  ///   - error: Why the frame failed, else nil.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?)

  /// Gets the result of one frame; the spelling of MediaPipe's guides.
  ///
  /// - Parameters:
  ///   - gestureRecognizer: The task that did the work.
  ///   - result: The result, with empty arrays when there is no hand; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp the frame was sent with; `Int.min` when the frame failed.
  ///   - error: Why the frame failed, else nil.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?)
}

extension GestureRecognizerLiveStreamDelegate {
  /// Calls the guides' spelling. The task calls the header's spelling only, so either one is enough.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    self.gestureRecognizer(
      gestureRecognizer, didFinishRecognition: result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }

  /// Does nothing but warn, once a task, on standard error: a method with another label is never called.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    gestureRecognizer.unheardResults.note(for: self)
  }
}
