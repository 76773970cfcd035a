import Foundation

/// Receives the results of an `ImageClassifier` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. The protocol
/// does not inherit from `Sendable`, so that classes written for iOS compile unchanged. A class with state has to
/// synchronize it; a class on the main actor declares the method `nonisolated` and passes on the result, which is
/// `Sendable`.
public protocol ImageClassifierLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - imageClassifier: The task that processed the frame.
  ///   - result: The result; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func imageClassifier(
    _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
    timestampInMilliseconds: Int, error: (any Error)?)
}

extension ImageClassifierLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func imageClassifier(
    _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    imageClassifier.unheardResults.note(for: self)
  }
}
