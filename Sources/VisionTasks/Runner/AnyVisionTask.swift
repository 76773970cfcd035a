import VisionImaging
import VisionResults

/// What a program needs of a task, whichever it is: images in, outputs in parts out.
package protocol AnyVisionTask {
  /// Runs on an image; running mode `.image`.
  ///
  /// - Throws: `TasksError`, as the task's own method.
  func output(of image: MPImage) throws -> any TaskOutput
  /// Runs on a frame; running mode `.video`.
  ///
  /// - Throws: `TasksError`, as the task's own method.
  func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput
  /// Takes a frame; running mode `.liveStream`.
  ///
  /// - Throws: `TasksError`, as the task's own method.
  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws
  /// The frames that were sent and dropped so far.
  var droppedFrameCount: Int { get }
  /// Forgets the frames before.
  func reset()
}
