import Dispatch
import Foundation

extension VisionTaskRunner {
  /// Processes an image on its own, on the task's queue.
  ///
  /// - Throws: As `processImage`; `CancellationError` as soon as the calling task is cancelled.
  func imageResult(_ image: MPImage, region: CGRect? = nil) async throws -> Pipeline.Output {
    try require(.image)
    return try await QueuedWork.run(on: workQueue) { try self.processImage(image, region: region, while: $0) }
  }

  /// Processes the next frame of a video, on the task's queue; nil stands for the time of the clock.
  ///
  /// - Throws: As `processVideoFrame`; `CancellationError` as soon as the calling task is cancelled.
  func videoResult(
    _ frame: MPImage, timestampInMilliseconds: Int?, region: CGRect? = nil
  ) async throws -> Pipeline.Output {
    try require(.video)
    return try await QueuedWork.run(on: workQueue) {
      try self.processVideoFrame(
        frame, timestampInMilliseconds: timestampInMilliseconds, region: region, while: $0)
    }
  }
}
