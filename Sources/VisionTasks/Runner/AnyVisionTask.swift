import VisionImaging
import VisionResults

/// Any vision task: images in, outputs in parts out.
package protocol AnyVisionTask {
  /// Runs on an image; running mode `.image`.
  ///
  /// - Throws: `TasksError` of the task's own method.
  func output(of image: MPImage) throws -> any TaskOutput
  /// Runs on a frame; running mode `.video`.
  ///
  /// - Throws: `TasksError` of the task's own method.
  func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput
  /// Queues a frame; running mode `.liveStream`.
  ///
  /// - Throws: `TasksError` of the task's own method.
  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws
  /// The number of sent frames that were dropped.
  var droppedFrameCount: Int { get }
  /// Discards the state carried from earlier frames.
  func reset()
}
