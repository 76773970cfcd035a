/// What a sequence of results needs of a task.
protocol FrameWorker<Output>: AnyObject, Sendable {
  associatedtype Output: TaskResult

  /// - Throws: `TasksError` with `invalidArgumentError` in a mode that takes no such frames.
  func requireSequenceMode(timed: Bool) throws

  /// Works on a frame without blocking the caller's thread.
  ///
  /// - Parameter makeImage: Gives the frame's image and its timestamp; called on the task's queue.
  /// - Returns: What the task found.
  /// - Throws: What the frame's error is; at once when the calling task is cancelled.
  func result(of makeImage: @escaping @Sendable () throws -> (MPImage, timestampInMilliseconds: Int?)) async throws
    -> Output

  /// Takes note of a frame that was dropped because the task was busy.
  func countDroppedFrame()
}

extension VisionTaskRunner: FrameWorker where Pipeline.Output: TaskResult {
  /// Single images have no timestamps, so only image mode takes them; it takes timed frames, too.
  func requireSequenceMode(timed: Bool) throws {
    if mode == .image { return }
    try require(timed ? .video : .image)
  }

  func result(
    of makeImage: @escaping @Sendable () throws -> (MPImage, timestampInMilliseconds: Int?)
  ) async throws -> Pipeline.Output {
    try await QueuedWork.run(on: workQueue) { [self] isWanted in
      let (image, timestamp) = try makeImage()
      return mode == .image
        ? try processImage(image, while: isWanted)
        : try processVideoFrame(image, timestampInMilliseconds: timestamp, while: isWanted)
    }
  }
}
