import Foundation
import VisionResults
import VisionTasks

/// Passes the results of a run to its sinks on a separate thread, which draws, encodes and writes a few frames behind the task.
final class ResultOutput {
  private enum Job: Sendable {
    case begin(InputFrames)
    case write(InputResult)
    case end(isGood: Bool)
    case close
  }

  /// The maximum number of pending results.
  private static let backlog = 3

  private let jobs = BoundedQueue<Job>(capacity: backlog)
  private let failures = OutputFailures()
  private let thread: DispatchSemaphore
  private let namesInputs: Bool
  private var input: InputFrames?

  /// - Parameters:
  ///   - sinks: The sinks; each receives every result.
  ///   - namesInputs: Whether results include the input's name.
  ///   - progress: The progress display; nil for none.
  ///   - stop: Raised when all sinks are lost.
  init(sinks: [any ResultSink], namesInputs: Bool, progress: ProgressReport?, stop: StopSignal) {
    self.namesInputs = namesInputs
    let (jobs, failures) = (jobs, failures)
    thread = WorkerThread.start(name: "vision output") {
      let writer = OutputWriter(sinks: sinks, progress: progress, failures: failures, stop: stop)
      while let job = jobs.pop() {
        switch job {
        case .begin(let input): writer.begin(input)
        case .write(let result): writer.write(result)
        case .end(let isGood): writer.end(isGood: isGood)
        case .close: writer.close()
        }
      }
    }
  }

  /// Starts an input.
  func begin(_ input: InputFrames) {
    self.input = input
    _ = jobs.push(.begin(input))
  }

  /// Enqueues a frame's result; blocks while the queue is full.
  func write(_ output: any TaskOutput, frame: InputFrame) {
    guard let input else { return }
    _ = jobs.push(
      .write(
        InputResult(
          file: namesInputs ? frame.file ?? input.source.description : nil, source: input.source,
          isVideo: input.isVideo,
          isLive: input.isLive, frame: frame, output: output)))
  }

  /// Ends an input.
  ///
  /// - Parameter isGood: Whether all of it succeeded.
  func end(isGood: Bool) {
    input = nil
    _ = jobs.push(.end(isGood: isGood))
  }

  /// Waits until everything is written and closes the sinks.
  ///
  /// - Returns: The number of write failures, each of which was reported.
  func close() -> Int {
    _ = jobs.push(.close)
    jobs.close()
    thread.wait()
    return failures.count
  }
}
