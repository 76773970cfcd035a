import Foundation
import VisionOutput
import VisionTasks

/// Where the results of a run go. Drawing, encoding and writing happen on a thread of their own, a few frames behind the task.
final class ResultOutput {
  private enum Job: Sendable {
    case begin(InputFrames)
    case write(InputResult)
    case end(isGood: Bool)
    case close
  }

  /// The maximum number of results that wait to be drawn and written.
  private static let backlog = 3

  private let jobs = BoundedQueue<Job>(capacity: backlog)
  private let failures = OutputFailures()
  private let thread: DispatchSemaphore
  private let namesInputs: Bool
  private var input: InputFrames?

  /// - Parameters:
  ///   - sinks: The places, each of which gets every result.
  ///   - namesInputs: Whether results say which input they belong to.
  ///   - progress: Counts the frames; nil for a quiet run.
  ///   - stop: Is raised when no output takes any more results.
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

  /// Starts with an input.
  func begin(_ input: InputFrames) {
    self.input = input
    _ = jobs.push(.begin(input))
  }

  /// Hands over one frame's result; waits when the outputs are behind.
  func write(_ output: any TaskOutput, frame: InputFrame) {
    guard let input else { return }
    _ = jobs.push(
      .write(
        InputResult(
          file: namesInputs ? input.source.description : nil, source: input.source, isVideo: input.isVideo,
          isLive: input.isLive, frame: frame, output: output)))
  }

  /// Ends with an input.
  ///
  /// - Parameter isGood: Whether nothing of it failed.
  func end(isGood: Bool) {
    input = nil
    _ = jobs.push(.end(isGood: isGood))
  }

  /// Waits until everything is written, and closes the outputs.
  ///
  /// - Returns: How many inputs and outputs could not be written whole; each was named.
  func close() -> Int {
    _ = jobs.push(.close)
    jobs.close()
    thread.wait()
    return failures.count
  }
}
