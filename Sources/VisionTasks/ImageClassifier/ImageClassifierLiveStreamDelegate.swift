import Foundation

/// Gets the results of an `ImageClassifier` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. The protocol
/// does not ask for `Sendable`, so that classes written for iOS compile unchanged; a class that keeps state has to guard
/// it, and one on the main actor declares the method `nonisolated` and hands the result over, which is `Sendable`.
public protocol ImageClassifierLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Gets the result of one frame.
  ///
  /// - Parameters:
  ///   - imageClassifier: The task that did the work.
  ///   - result: The result; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp the frame was sent with; `Int.min` when the frame failed.
  ///   - error: Why the frame failed, else nil.
  func imageClassifier(
    _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
    timestampInMilliseconds: Int, error: (any Error)?)
}

extension ImageClassifierLiveStreamDelegate {
  /// Does nothing but warn, once a task, on standard error: the method is optional, but one with another label is never called.
  public func imageClassifier(
    _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    imageClassifier.unheardResults.note(for: self)
  }
}
