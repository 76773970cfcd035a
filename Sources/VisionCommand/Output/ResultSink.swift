import VisionOutput
import VisionTasks

/// One frame's result on its way to the outputs.
struct InputResult: Sendable {
  /// The input's name where there are several; nil for a single one.
  let file: String?
  /// Where the frame comes from.
  let source: InputList.Source
  /// Whether the input has times.
  let isVideo: Bool
  /// Whether the frames come as they are filmed.
  let isLive: Bool
  let frame: InputFrame
  let output: any TaskOutput

  /// The frame's time; nil for an image.
  var timestamp: Int? { isVideo ? frame.timestampInMilliseconds : nil }
}

/// A place where results go. Calls come from one thread, in the order of inputs and frames. After a `LostOutput` only
/// `close()` is called.
protocol ResultSink: AnyObject {
  /// An input begins.
  func begin(_ input: InputFrames) throws
  /// A frame's result.
  func write(_ result: InputResult) throws
  /// The input is over.
  ///
  /// - Parameter isGood: Whether there are results, and nothing of the input failed.
  /// - Throws: `TasksError` for a file of the input, `LostOutput` for a place that takes no more.
  func end(isGood: Bool) throws
  /// The run is over, whether or not it was broken off.
  func close() throws
}

extension ResultSink {
  func begin(_ input: InputFrames) throws {}
  func end(isGood: Bool) throws {}
  func close() throws {}
}
