import VisionMedia
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
    /// `wake` was called.
    case waking
  }

  /// The maximum number of frames decoded ahead; at 4K each takes 25 MB.
  private static let lookAhead = 3

  /// How long a stopped run waits for the thread, in seconds: opening a file or finding a host may block for ever.
  private static let patience = 2.0

  private let events = BoundedQueue<Event>(capacity: lookAhead)
  private let stop: StopSignal
  /// Ends a wait for a frame's time.
  private let pause = Interruption()
  private let stopTime = Locked<ContinuousClock.Instant?>(nil)
  private let thread: CompanionThread<Never>

  /// `defersImages` passes images on unopened, for concurrent decoding; `isPaced` says of which inputs a frame comes no
  /// earlier than its time; `stop` ends reading after the current frame.
  init(
    _ sources: [InputList.Source], _ options: InputFrames.Options, defersImages: Bool,
    isPaced: @escaping @Sendable (InputFrames) -> Bool = { _ in false }, stop: StopSignal
  ) throws {
    let (events, stopTime, pause) = (events, stopTime, pause)
    self.stop = stop
    stop.onRaise { [weak events] in
      pause.close()
      stopTime.withLock { $0 = .now }
      guard let events else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { events.finish() }
    }
    let reading = Reading(options: options, isPaced: isPaced, stop: stop, pause: pause, events: events)
    let thread = CompanionThread<Never>(name: "vision input", isInBackground: true) {
      for source in sources where !stop.isRaised {
        let continues =
          defersImages && source.isImageFile(takesFirstFrames: options.takesFirstFrames)
          ? events.push(.image(source)) : reading.read(source)
        if !continues { return }
      }
      events.finish()
    }
    self.thread = thread
    try thread.startAlone()
  }

  deinit {
    events.close()
    pause.close()
    guard stop.isRaised else { return thread.finish() }
    // The wait for the last event counts.
    let waited = stopTime.withLock { $0.map { (.now - $0) / .seconds(1) } ?? 0 }
    thread.finish(within: max(Self.patience - waited, 0))
  }

  func next() -> Event? { events.pop() }

  /// Ends a wait in `next()`, from any thread, and does not wait itself.
  var wake: @Sendable () -> Void { { [events] in events.pushAtOnce(.waking) } }
}

/// What the reading thread does with an input.
private struct Reading {
  let options: InputFrames.Options
  let isPaced: @Sendable (InputFrames) -> Bool
  let stop: StopSignal
  /// Closed when reading ends.
  let pause: Interruption
  let events: BoundedQueue<InputReader.Event>

  /// Reads one input; false if the queue is closed.
  func read(_ source: InputList.Source) -> Bool {
    let input: InputFrames
    do {
      input = try InputFrames(source, options, stop: stop)
    } catch let error as TasksError where error.code == .cancelledError && stop.isRaised {
      return true
    } catch { return events.push(.failure(source, nil, error)) }
    // Reading from a camera or server may block. An image is read already, and a folder may have a million.
    if input.isVideo { stop.onRaise { [weak input] in input?.close() } }
    guard events.push(.begin(input)) else { return false }
    do {
      var pace = isPaced(input) ? FramePace(isLive: input.isLive) : nil
      while !stop.isRaised, let frame = try input.next() {
        if let due = pace?.due(frame.timestampInMilliseconds, now: .now), due > .now {
          pause.pause(seconds: (due - .now) / .seconds(1))
        }
        if !events.push(.frame(frame)) {
          input.close()
          return false
        }
      }
      return events.push(.end(input))
    } catch { return events.push(.failure(source, input, error)) }
  }
}
