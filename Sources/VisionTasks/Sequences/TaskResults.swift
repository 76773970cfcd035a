/// The frames of a sequence that a task processes.
public enum FramePolicy: Sendable, Hashable, CaseIterable {
  /// Every frame, in order; for files. While you handle one result the next frame is processed. At most one frame is
  /// read ahead.
  case everyFrame

  /// The newest frame at each request for a result, and always the last frame; for cameras and streams. Frames are read
  /// as fast as they come. One frame waits; a newer one replaces it, and the replaced frame is counted as dropped.
  case latest
}

/// A frame and a task's result for it.
public struct FrameResult<Frame: Sendable, Output: TaskResult>: Sendable {
  /// The processed frame, for example for drawing.
  public let frame: Frame
  /// The result, or the error of this frame.
  public let outcome: Result<Output, any Error>

  /// The result, with the frame's timestamp in video mode.
  ///
  /// - Throws: The frame's error. Later frames are processed all the same: catch the error inside the loop to continue.
  public var result: Output { get throws { try outcome.get() } }
}

/// The results of a task for an asynchronous sequence of frames, each with its frame. Returned by the tasks'
/// `results(for:policy:)`.
///
/// ```swift
/// for try await item in recognizer.results(for: reader.frames) {
///   let result = try item.result
/// }
/// ```
///
/// - A frame that fails does not end the sequence: its element has the error instead of a result. An error of the
///   source is thrown after the results of the frames before it.
/// - Reading starts with the first request for a result. The task runs on its own queue and blocks no thread of Swift
///   concurrency.
/// - Cancelling, or leaving the loop, stops reading and starts no further work; a waiting `next()` throws
///   `CancellationError` at once, even while a frame is being processed. The task stays usable. A source that ignores
///   cancellation ends when its own `next()` returns.
/// - In video mode timestamps must increase over all calls of a task: call `reset()` before the next video. In image
///   mode the frames are independent and their timestamps are ignored.
public struct TaskResults<Frames: AsyncSequence & Sendable, Output: TaskResult>: AsyncSequence, Sendable
where Frames.Element: Sendable {
  /// A frame and its result.
  public typealias Element = FrameResult<Frames.Element, Output>

  private let frames: Frames
  private let policy: FramePolicy
  private let processor: FrameProcessor<Frames.Element, Output>
  private let dropped = Locked(0)

  private init(_ frames: Frames, _ policy: FramePolicy, _ processor: FrameProcessor<Frames.Element, Output>) {
    (self.frames, self.policy, self.processor) = (frames, policy, processor)
  }

  init(_ frames: Frames, policy: FramePolicy, runner: VisionTaskRunner<Output>) where Frames.Element: TimedFrame {
    self.init(frames, policy, FrameProcessor(runner, isTimed: true) { (try $0.mpImage, $0.timestampInMilliseconds) })
  }

  init(images: Frames, policy: FramePolicy, runner: VisionTaskRunner<Output>) where Frames.Element == MPImage {
    self.init(images, policy, FrameProcessor(runner, isTimed: false) { ($0, nil) })
  }

  /// The number of frames that the policy `.latest` dropped, over all iterations of this sequence; 0 with
  /// `.everyFrame`.
  public var droppedFrameCount: Int { dropped.withLock { $0 } }

  /// Makes an iterator over a new iterator of the source.
  public func makeAsyncIterator() -> Iterator {
    switch policy {
    case .everyFrame: Iterator(feed: .results(resultReader))
    case .latest: Iterator(feed: .frames(frameReader, processor))
    }
  }

  private var resultReader: SequenceReader<Element> {
    SequenceReader { [frames, processor] results in
      try processor.requireMode()
      var source = frames.makeAsyncIterator()
      while await results.waitForRoom(), let frame = try await source.next() {
        results.push(try await processor.result(for: frame))
      }
    }
  }

  private var frameReader: SequenceReader<Frames.Element> {
    SequenceReader { [frames, processor, dropped] newest in
      try processor.requireMode()
      for try await frame in frames {
        if Task.isCancelled { break }
        guard newest.pushNewest(frame) else { continue }
        dropped.withLock { $0 += 1 }
        processor.runner.countDroppedFrame()
      }
    }
  }
}

extension TaskResults {
  /// Iterates over the results. Use an iterator from one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate enum Feed {
      case results(SequenceReader<TaskResults.Element>)
      case frames(SequenceReader<Frames.Element>, FrameProcessor<Frames.Element, Output>)
    }

    fileprivate let feed: Feed

    /// Waits for the next result.
    ///
    /// - Returns: A frame and its result; nil after the last one and after an error.
    /// - Throws: What the source throws; `TasksError` with `invalidArgumentError` when the task's running mode does not
    ///   accept such frames; `CancellationError` when the Swift task is cancelled.
    public mutating func next() async throws -> TaskResults.Element? {
      switch feed {
      case .results(let reader): try await reader.next()
      case .frames(let reader, let processor): try await reader.next { try await processor.result(for: $0) }
      }
    }
  }
}

private struct FrameProcessor<Frame: Sendable, Output: TaskResult>: Sendable {
  let runner: VisionTaskRunner<Output>
  private let isTimed: Bool
  private let parts: @Sendable (Frame) throws -> (MPImage, timestampInMilliseconds: Int?)

  init(
    _ runner: VisionTaskRunner<Output>, isTimed: Bool,
    parts: @escaping @Sendable (Frame) throws -> (MPImage, timestampInMilliseconds: Int?)
  ) { (self.runner, self.isTimed, self.parts) = (runner, isTimed, parts) }

  func requireMode() throws { try runner.requireSequenceMode(timed: isTimed) }

  /// Returns a frame with its result or error.
  ///
  /// - Throws: `CancellationError` when the calling task is cancelled, which is not an error of the frame.
  func result(for frame: Frame) async throws -> FrameResult<Frame, Output> {
    do {
      return FrameResult(frame: frame, outcome: .success(try await runner.result(of: { [parts] in try parts(frame) })))
    } catch {
      if Task.isCancelled { throw CancellationError() }
      return FrameResult(frame: frame, outcome: .failure(error))
    }
  }
}
