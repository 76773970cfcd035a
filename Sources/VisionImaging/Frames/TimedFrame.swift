/// What a task needs of a frame: its image and its time.
///
/// `VisionMedia`'s `VideoFrame` conforms; for images of your own there is `TimedImage`. A frame comes back beside its result,
/// so a type of your own may carry whatever is needed later.
public protocol TimedFrame: Sendable {
  /// The image with its orientation. Asked for once a frame, on the task's own queue, so it may be made only then; an error
  /// becomes the frame's outcome.
  var mpImage: MPImage { get throws }

  /// When the image was taken, in milliseconds; greater than that of the frame before.
  var timestampInMilliseconds: Int { get }
}
