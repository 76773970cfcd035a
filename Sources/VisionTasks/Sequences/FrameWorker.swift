/// What a sequence of results needs of a task.
protocol FrameWorker<Output>: AnyObject, Sendable {
  associatedtype Output: TaskResult

  /// - Throws: `TasksError` with `invalidArgumentError` in another mode than video.
  func requireVideoMode() throws

  /// Works on a frame without blocking the caller's thread.
  ///
  /// - Throws: What the frame's error is; at once when the calling task is cancelled.
  func result(of frame: some TimedFrame) async throws -> Output

  /// Takes note of a frame that was dropped because the task was busy.
  func countDroppedFrame()
}

extension FrameWorker {
  /// A frame with its result or error.
  ///
  /// - Throws: Only when the calling task is cancelled: that is no fault of the frame.
  func finding<Frame: TimedFrame>(in frame: Frame) async throws -> FrameResult<Frame, Output> {
    do {
      return FrameResult(frame: frame, outcome: .success(try await result(of: frame)))
    } catch {
      if Task.isCancelled { throw TasksError.resultsCancelled }
      return FrameResult(frame: frame, outcome: .failure(error))
    }
  }
}

extension VisionTaskRunner: FrameWorker {
  func requireVideoMode() throws { try require(.video) }

  func result(of frame: some TimedFrame) async throws -> Pipeline.Output {
    try await QueuedWork.run(on: workQueue) { isWanted in
      try self.processVideoFrame(
        frame.picture, timestampInMilliseconds: frame.timestampInMilliseconds, while: isWanted)
    }
  }
}
