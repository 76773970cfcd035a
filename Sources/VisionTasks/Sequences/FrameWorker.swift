/// The part of a task that a sequence of results uses.
protocol FrameWorker<Output>: AnyObject, Sendable {
  associatedtype Output: TaskResult

  /// - Throws: `TasksError` with `invalidArgumentError` when the running mode does not accept such frames.
  func requireSequenceMode(timed: Bool) throws

  /// Processes a frame without blocking the caller's thread.
  ///
  /// - Parameter makeImage: Returns the frame's image and timestamp; called on the task's queue.
  /// - Returns: The task's result.
  /// - Throws: The frame's error; `CancellationError` as soon as the calling task is cancelled.
  func result(of makeImage: @escaping @Sendable () throws -> (MPImage, timestampInMilliseconds: Int?)) async throws
    -> Output

  /// Counts a frame that was dropped because the task was busy.
  func countDroppedFrame()
}

/// Converts a sequence's frames to images and runs the task on them.
struct FrameProcessor<Frame: Sendable, Output: TaskResult>: Sendable {
  let worker: any FrameWorker<Output>
  private let isTimed: Bool
  private let parts: @Sendable (Frame) throws -> (MPImage, timestampInMilliseconds: Int?)

  /// - Parameters:
  ///   - worker: The task.
  ///   - isTimed: Whether the frames have timestamps.
  ///   - parts: Returns a frame's image and timestamp.
  init(
    _ worker: any FrameWorker<Output>, isTimed: Bool,
    parts: @escaping @Sendable (Frame) throws -> (MPImage, timestampInMilliseconds: Int?)
  ) {
    self.worker = worker
    self.isTimed = isTimed
    self.parts = parts
  }

  /// - Throws: `TasksError` with `invalidArgumentError` when the task's running mode does not accept such frames.
  func requireMode() throws { try worker.requireSequenceMode(timed: isTimed) }

  /// Returns a frame with its result or error.
  ///
  /// - Throws: `CancellationError` when the calling task is cancelled, which is not an error of the frame.
  func result(for frame: Frame) async throws -> FrameResult<Frame, Output> {
    do {
      return FrameResult(frame: frame, outcome: .success(try await worker.result(of: { [parts] in try parts(frame) })))
    } catch {
      if Task.isCancelled { throw CancellationError() }
      return FrameResult(frame: frame, outcome: .failure(error))
    }
  }
}
