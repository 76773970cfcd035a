/// The results of a task for the frames of an asynchronous sequence, each beside its frame; what `results(for:policy:)` of the
/// tasks returns.
///
/// ```swift
/// for try await item in recognizer.results(for: reader.frames) {
///   let result = try item.result
/// }
/// ```
///
/// - A bad frame does not end the sequence: its element carries the error instead of a result. An error of the source is
///   thrown after the results of the frames before it.
/// - Nothing is read before the first result is asked for. The task works on a queue of its own and blocks no thread of
///   Swift's concurrency.
/// - Cancelling, or leaving the loop, stops the reading and starts no further work; whoever waits gets `TasksError` with
///   `cancelledError` at once, even while a frame is in work. The task stays usable. The time to end of a source that does not
///   heed cancellation itself is its own.
/// - Timestamps rise over all of a task's calls: call `reset()` before the next video.
public struct TaskResults<Frames: AsyncSequence & Sendable, Output: TaskResult>: AsyncSequence, Sendable
where Frames.Element: TimedFrame {
  /// A frame and its result.
  public typealias Element = FrameResult<Frames.Element, Output>

  private let frames: Frames
  private let policy: FramePolicy
  private let worker: any FrameWorker<Output>
  private let dropped = DropCounter()

  init(_ frames: Frames, policy: FramePolicy, worker: any FrameWorker<Output>) {
    self.frames = frames
    self.policy = policy
    self.worker = worker
  }

  /// The frames that the policy `.latest` dropped, over all iterations of this sequence; 0 with `.everyFrame`.
  public var droppedFrameCount: Int { dropped.count }

  /// Begins with the first frame that the source gives to a new iterator.
  public func makeAsyncIterator() -> Iterator {
    switch policy {
    case .everyFrame: Iterator(feed: .results(resultReader))
    case .latest: Iterator(feed: .frames(frameReader, worker))
    }
  }

  /// Reads a frame, has it worked on and keeps the result, one at a time.
  private var resultReader: FrameReader<Element> {
    FrameReader { [frames, worker] mailbox in
      try worker.requireVideoMode()
      var source = frames.makeAsyncIterator()
      while await mailbox.waitForRoom(), let frame = try await source.next() {
        _ = mailbox.put(try await worker.finding(in: frame))
      }
    }
  }

  /// Keeps the newest frame.
  private var frameReader: FrameReader<Frames.Element> {
    FrameReader { [frames, worker, dropped] mailbox in
      try worker.requireVideoMode()
      for try await frame in frames {
        if Task.isCancelled { break }
        guard mailbox.put(frame) else { continue }
        dropped.add()
        worker.countDroppedFrame()
      }
    }
  }
}

extension TaskResults {
  /// Gives one result after another. Use one from one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    enum Feed {
      case results(FrameReader<TaskResults.Element>)
      case frames(FrameReader<Frames.Element>, any FrameWorker<Output>)
    }

    let feed: Feed

    /// Waits for the next result.
    ///
    /// - Returns: A frame and its result; nil after the last one and after an error.
    /// - Throws: What the source throws; `TasksError` with `invalidArgumentError` when the task's running mode is not `.video`
    ///   and with `cancelledError` when the Swift task is cancelled.
    public mutating func next() async throws -> TaskResults.Element? {
      switch feed {
      case .results(let reader): try await reader.next { $0 }
      case .frames(let reader, let worker): try await reader.next { try await worker.finding(in: $0) }
      }
    }
  }
}
