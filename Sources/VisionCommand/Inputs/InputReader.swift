import Foundation
import VisionTasks

/// Opens the inputs of a run and decodes their frames on a thread of its own, a few frames ahead of their use.
final class InputReader {
  /// What comes of reading, in order: an input begins, gives frames, and ends or fails; or it cannot be opened.
  enum Event: Sendable {
    /// An image that is left to be opened by whoever works on it.
    case picture(InputList.Source)
    case begin(InputFrames)
    case frame(InputFrame)
    case end(InputFrames)
    /// The input, when it had begun.
    case failure(InputList.Source, InputFrames?, any Error)
  }

  /// The maximum number of frames that are decoded before they are asked for; at 4K one takes 25 MB.
  private static let lookAhead = 3

  private let events = BoundedQueue<Event>(capacity: lookAhead)
  private let thread: DispatchSemaphore

  /// - Parameters:
  ///   - sources: The inputs, in their order.
  ///   - frameLimit: After how many frames each ends; nil for all.
  ///   - leavesPictures: Whether images are named only, to be opened several at a time.
  ///   - takesFirstFrames: Whether animated image files count as images, their first frames.
  ///   - stop: Ends the reading after the frame at hand.
  init(
    _ sources: [InputList.Source], frameLimit: Int?, leavesPictures: Bool = false, takesFirstFrames: Bool = false,
    stop: StopSignal
  ) {
    let events = events
    thread = WorkerThread.start(name: "vision input") {
      for source in sources where !stop.isRaised {
        let goesOn =
          leavesPictures && source.isImageFile(takesFirstFrames: takesFirstFrames)
          ? events.push(.picture(source))
          : Self.read(source, frameLimit: frameLimit, takesFirstFrames: takesFirstFrames, stop: stop, into: events)
        if !goesOn { return }
      }
      events.close()
    }
  }

  deinit {
    events.close(droppingRest: true)
    thread.wait()
  }

  /// The next event; nil when all inputs are done.
  func next() -> Event? { events.pop() }

  /// Reads one input; false when nobody wants to know any more.
  private static func read(
    _ source: InputList.Source, frameLimit: Int?, takesFirstFrames: Bool, stop: StopSignal,
    into events: BoundedQueue<Event>
  ) -> Bool {
    let input: InputFrames
    do {
      input = try InputFrames(source, limit: frameLimit, takesFirstFrames: takesFirstFrames, stop: stop)
    } catch let error as TasksError where error.code == .cancelledError && stop.isRaised {
      return true
    } catch {
      return events.push(.failure(source, nil, error))
    }
    // A camera or server may let a reader wait for long.
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
    } catch {
      return events.push(.failure(source, input, error))
    }
  }
}
