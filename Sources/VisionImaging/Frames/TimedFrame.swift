/// What a task needs of a frame: its picture and its time.
///
/// `VisionMedia`'s `VideoFrame` conforms; for pictures of your own there is `TimedImage`. A frame comes back beside its result,
/// so a type of your own may carry whatever is needed later.
public protocol TimedFrame: Sendable {
  /// The picture with its orientation. Asked for once a frame, on the task's own queue, so it may be made only then; an error
  /// becomes the frame's outcome.
  var picture: MPImage { get throws }

  /// When the picture was taken, in milliseconds; greater than that of the frame before.
  var timestampInMilliseconds: Int { get }
}
