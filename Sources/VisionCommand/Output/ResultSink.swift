import VisionResults
import VisionTasks

/// One frame's result.
struct InputResult: Sendable {
  /// The input's name; nil for a single input.
  let file: String?
  /// The frame's input.
  let source: InputList.Source
  /// Whether the input has timestamps.
  let isVideo: Bool
  /// Whether the input is a camera or a live stream.
  let isLive: Bool
  let frame: InputFrame
  let output: any TaskOutput

  /// The timestamp in milliseconds; nil for an image.
  var timestamp: Int? { isVideo ? frame.timestampInMilliseconds : nil }
}

/// A destination of results. It is called from one thread, in the order of inputs and frames. After a `LostOutput` only `close()`
/// is called.
protocol ResultSink: AnyObject {
  /// Starts an input.
  func begin(_ input: InputFrames) throws
  /// Writes a frame's result.
  func write(_ result: InputResult) throws
  /// Ends an input.
  ///
  /// - Parameter isGood: Whether there are results and all of the input succeeded.
  /// - Throws: `TasksError` for a file of this input, `LostOutput` for a destination that is no longer writable.
  func end(isGood: Bool) throws
  /// Ends the run, also an interrupted one.
  func close() throws
}

extension ResultSink {
  func begin(_ input: InputFrames) throws {}
  func end(isGood: Bool) throws {}
  func close() throws {}
}

/// An output that is no longer writable.
struct LostOutput: Error {
  /// The error message.
  let message: String
  /// Whether the reader of standard output has closed it, as `head` does.
  var isReaderGone = false
}
