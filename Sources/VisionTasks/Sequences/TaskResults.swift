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
/// - Cancelling, or leaving the loop, stops the reading and starts no further work; a waiting `next()` throws
///   `CancellationError` at once, even while a frame is in work. The task stays usable. The time to end of a source that does not
///   heed cancellation itself is its own.
/// - In video mode timestamps rise over all of a task's calls: call `reset()` before the next video. In image mode the frames
///   have nothing to do with each other, and their timestamps are not looked at.
public struct TaskResults<Frames: AsyncSequence & Sendable, Output: TaskResult>: AsyncSequence, Sendable
where Frames.Element: Sendable {
  /// A frame and its result.
  public typealias Element = FrameResult<Frames.Element, Output>

  private let frames: Frames
  private let policy: FramePolicy
  private let lane: FrameLane<Frames.Element, Output>
  private let dropped = DropCounter()

  private init(_ frames: Frames, _ policy: FramePolicy, _ lane: FrameLane<Frames.Element, Output>) {
    self.frames = frames
    self.policy = policy
    self.lane = lane
  }

  /// The results for frames with timestamps; the task is in video or image mode.
  init(_ frames: Frames, policy: FramePolicy, worker: any FrameWorker<Output>) where Frames.Element: TimedFrame {
    self.init(frames, policy, FrameLane(worker, isTimed: true) { (try $0.mpImage, $0.timestampInMilliseconds) })
  }

  /// The results for single images; the task is in image mode.
  init(images: Frames, policy: FramePolicy, worker: any FrameWorker<Output>) where Frames.Element == MPImage {
    self.init(images, policy, FrameLane(worker, isTimed: false) { ($0, nil) })
  }

  /// The frames that the policy `.latest` dropped, over all iterations of this sequence; 0 with `.everyFrame`.
  public var droppedFrameCount: Int { dropped.count }

  /// Begins with the first frame that the source gives to a new iterator.
  public func makeAsyncIterator() -> Iterator {
    switch policy {
    case .everyFrame: Iterator(feed: .results(resultReader))
    case .latest: Iterator(feed: .frames(frameReader, lane))
    }
  }

  /// Reads a frame, has it worked on and keeps the result, one at a time.
  private var resultReader: SequenceReader<Mailbox<Element>> {
    SequenceReader(into: Mailbox()) { [frames, lane] mailbox in
      try lane.requireMode()
      var source = frames.makeAsyncIterator()
      while await mailbox.waitForRoom(), let frame = try await source.next() {
        _ = mailbox.put(try await lane.finding(in: frame))
      }
    }
  }

  /// Keeps the newest frame.
  private var frameReader: SequenceReader<Mailbox<Frames.Element>> {
    SequenceReader(into: Mailbox()) { [frames, lane, dropped] mailbox in
      try lane.requireMode()
      for try await frame in frames {
        if Task.isCancelled { break }
        guard mailbox.put(frame) else { continue }
        dropped.add()
        lane.worker.countDroppedFrame()
      }
    }
  }
}

extension TaskResults {
  /// Gives one result after another. Use one from one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    enum Feed {
      case results(SequenceReader<Mailbox<TaskResults.Element>>)
      case frames(SequenceReader<Mailbox<Frames.Element>>, FrameLane<Frames.Element, Output>)
    }

    let feed: Feed

    /// Waits for the next result.
    ///
    /// - Returns: A frame and its result; nil after the last one and after an error.
    /// - Throws: What the source throws; `TasksError` with `invalidArgumentError` when the task's running mode takes no such
    ///   frames; `CancellationError` when the Swift task is cancelled.
    public mutating func next() async throws -> TaskResults.Element? {
      switch feed {
      case .results(let reader): try await reader.next()
      case .frames(let reader, let lane): try await reader.next { try await lane.finding(in: $0) }
      }
    }
  }
}
