/// The way of a sequence's frames through a task.
struct FrameLane<Frame: Sendable, Output: TaskResult>: Sendable {
  let worker: any FrameWorker<Output>
  private let isTimed: Bool
  private let parts: @Sendable (Frame) throws -> (MPImage, timestampInMilliseconds: Int?)

  /// - Parameters:
  ///   - worker: The task.
  ///   - isTimed: Whether the frames have timestamps.
  ///   - parts: A frame's image and timestamp.
  init(
    _ worker: any FrameWorker<Output>, isTimed: Bool,
    parts: @escaping @Sendable (Frame) throws -> (MPImage, timestampInMilliseconds: Int?)
  ) {
    self.worker = worker
    self.isTimed = isTimed
    self.parts = parts
  }

  /// - Throws: `TasksError` with `invalidArgumentError` when the task's running mode takes no such frames.
  func requireMode() throws { try worker.requireSequenceMode(timed: isTimed) }

  /// A frame with its result or error.
  ///
  /// - Throws: `CancellationError` when the calling task is cancelled: that is no fault of the frame.
  func finding(in frame: Frame) async throws -> FrameResult<Frame, Output> {
    do {
      return FrameResult(frame: frame, outcome: .success(try await worker.result(of: { [parts] in try parts(frame) })))
    } catch {
      if Task.isCancelled { throw CancellationError() }
      return FrameResult(frame: frame, outcome: .failure(error))
    }
  }
}
