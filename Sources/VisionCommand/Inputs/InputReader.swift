import VisionTasks

/// Opens the inputs of a run and decodes their frames on its own thread, a few frames ahead.
final class InputReader {
  /// A reading event. An input begins, yields frames, and ends or fails; or it cannot be opened.
  enum Event: Sendable {
    case image(InputList.Source)
    case begin(InputFrames)
    case frame(VideoFrame)
    case end(InputFrames)
    /// The input is nil if it could not be opened.
    case failure(InputList.Source, InputFrames?, any Error)
  }

  /// The maximum number of frames decoded ahead; at 4K each takes 25 MB.
  private static let lookAhead = 3

  /// How long a stopped run waits for the thread, in seconds: opening a file may block for ever.
  private static let patience = 2.0

  private let events = BoundedQueue<Event>(capacity: lookAhead)
  private let stop: StopSignal
  private let thread: CompanionThread<Never>

  /// `defersImages` passes images on unopened, for concurrent decoding; `stop` ends reading after the current frame.
  init(_ sources: [InputList.Source], _ options: InputFrames.Options, defersImages: Bool, stop: StopSignal) {
    let events = events
    self.stop = stop
    stop.onRaise { [weak events] in
      guard let events else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { events.finish() }
    }
    thread = CompanionThread(name: "vision input", isInBackground: true) {
      for source in sources where !stop.isRaised {
        let continues =
          defersImages && source.isImageFile(takesFirstFrames: options.takesFirstFrames)
          ? events.push(.image(source)) : Self.read(source, options, stop: stop, into: events)
        if !continues { return }
      }
      events.finish()
    }
    thread.start()
  }

  deinit {
    events.close()
    if stop.isRaised { thread.finish(within: Self.patience) } else { thread.finish() }
  }

  func next() -> Event? { events.pop() }

  /// Reads one input; false if the queue is closed.
  private static func read(
    _ source: InputList.Source, _ options: InputFrames.Options, stop: StopSignal, into events: BoundedQueue<Event>
  ) -> Bool {
    let input: InputFrames
    do {
      input = try InputFrames(source, options, stop: stop)
    } catch let error as TasksError where error.code == .cancelledError && stop.isRaised {
      return true
    } catch { return events.push(.failure(source, nil, error)) }
    // Reading from a camera or server may block.
    stop.onRaise { [weak input] in input?.close() }
    guard events.push(.begin(input)) else { return false }
    do {
      while !stop.isRaised, let frame = try input.next() {
        if !events.push(.frame(frame)) {
          input.close()
          return false
        }
      }
      return events.push(.end(input))
    } catch { return events.push(.failure(source, input, error)) }
  }
}
