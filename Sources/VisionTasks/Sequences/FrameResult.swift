/// A frame and what a task found in it.
public struct FrameResult<Frame: Sendable, Output: TaskResult>: Sendable {
  /// The frame that was worked on, for drawing and writing.
  public let frame: Frame
  /// The result, or the reason why this frame has none.
  public let outcome: Result<Output, any Error>

  /// The result, with the frame's timestamp in video mode.
  ///
  /// - Throws: The frame's error. The frames after it are worked on all the same: catch the error inside the loop to go on.
  public var result: Output { get throws { try outcome.get() } }
}
