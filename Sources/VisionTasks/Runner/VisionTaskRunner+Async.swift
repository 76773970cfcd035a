import Dispatch
import Foundation

extension VisionTaskRunner {
  /// Processes an independent image on the task's queue.
  ///
  /// - Throws: As `processImage`; `CancellationError` as soon as the calling task is cancelled.
  func imageResult(_ image: MPImage, region: CGRect? = nil) async throws -> Pipeline.Output {
    try require(.image)
    return try await workQueue.runUntilCancelled { try self.processImage(image, region: region, while: $0) }
  }

  /// Processes the next frame of a video on the task's queue; a nil timestamp stands for the clock's time.
  ///
  /// - Throws: As `processVideoFrame`; `CancellationError` as soon as the calling task is cancelled.
  func videoResult(
    _ frame: MPImage, timestampInMilliseconds: Int?, region: CGRect? = nil
  ) async throws -> Pipeline.Output {
    try require(.video)
    return try await workQueue.runUntilCancelled {
      try self.processVideoFrame(
        frame, timestampInMilliseconds: timestampInMilliseconds, region: region, while: $0)
    }
  }
}

extension VisionTaskRunner: FrameWorker where Pipeline.Output: TaskResult {
  /// Single images have no timestamps and need image mode. Timed frames need video or image mode.
  func requireSequenceMode(timed: Bool) throws {
    if mode == .image { return }
    try require(timed ? .video : .image)
  }

  func result(
    of makeImage: @escaping @Sendable () throws -> (MPImage, timestampInMilliseconds: Int?)
  ) async throws -> Pipeline.Output {
    try await workQueue.runUntilCancelled { [self] isWanted in
      let (image, timestamp) = try makeImage()
      return mode == .image
        ? try processImage(image, while: isWanted)
        : try processVideoFrame(image, timestampInMilliseconds: timestamp, while: isWanted)
    }
  }
}
