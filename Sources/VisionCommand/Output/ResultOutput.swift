import Foundation
import MediaPipeTasksVision
import VisionFindings

/// Where the results of a run go. Drawing, encoding and writing happen on a thread of their own, a few frames behind the task.
final class ResultOutput {
  private enum Job: Sendable {
    case begin(InputFrames)
    case write(InputResult)
    case end
  }

  /// The most results that wait to be drawn and written.
  private static let backlog = 3

  private let jobs = BoundedQueue<Job>(capacity: backlog)
  private let failures: Failures
  private let sinks: [any ResultSink]
  private let thread: DispatchSemaphore
  private let namesInputs: Bool
  private var input: InputFrames?

  /// What went wrong on the thread. Sendable: touched under the lock only.
  private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    /// How many inputs could not be written whole.
    var inputCount: Int { lock.withLock { count } }

    func add() { lock.withLock { count += 1 } }
  }

  /// - Parameters:
  ///   - sinks: The places, each of which gets every result.
  ///   - namesInputs: Whether results say which input they belong to.
  ///   - progress: Is told of every frame; nil for a quiet run.
  init(sinks: [any ResultSink], namesInputs: Bool, progress: ProgressReport?) {
    self.sinks = sinks
    self.namesInputs = namesInputs
    let failures = Failures()
    self.failures = failures
    let jobs = jobs
    thread = WorkerThread.start(name: "vision output") {
      let writer = Writer(sinks: sinks, progress: progress, failures: failures)
      while let job = jobs.pop() { writer.do(job) }
    }
  }

  /// Starts with an input.
  func begin(_ input: InputFrames) {
    self.input = input
    _ = jobs.push(.begin(input))
  }

  /// Hands over one frame's result; waits when the outputs are behind.
  func write(_ findings: any Findings, frame: InputFrame) {
    guard let input else { return }
    _ = jobs.push(
      .write(
        InputResult(
          file: namesInputs ? input.source.description : nil, source: input.source, isVideo: input.isVideo,
          frame: frame, findings: findings)))
  }

  /// Ends with an input, whether or not it failed.
  func end() {
    input = nil
    _ = jobs.push(.end)
  }

  /// Waits until everything is written, and closes the outputs.
  ///
  /// - Returns: How many inputs could not be written whole; each was named.
  /// - Throws: What closing an output throws.
  func close() throws -> Int {
    jobs.close()
    thread.wait()
    for sink in sinks { try sink.close() }
    return failures.inputCount
  }

  /// The thread's side: a sink that fails gets no more of the input at hand, the others do.
  private final class Writer {
    private let sinks: [any ResultSink]
    private let progress: ProgressReport?
    private let failures: Failures
    private var failed: Set<Int> = []
    private var source = ""

    init(sinks: [any ResultSink], progress: ProgressReport?, failures: Failures) {
      self.sinks = sinks
      self.progress = progress
      self.failures = failures
    }

    func `do`(_ job: Job) {
      switch job {
      case .begin(let input):
        source = input.source.description
        failed = []
        progress?.begin(frames: input.estimatedFrameCount)
        each { try $0.begin(input) }
      case .write(let result):
        each { try $0.write(result) }
        progress?.advance()
      case .end:
        each { try $0.end() }
        if !failed.isEmpty { failures.add() }
        progress?.end()
      }
    }

    private func each(_ body: (any ResultSink) throws -> Void) {
      for (index, sink) in sinks.enumerated() where !failed.contains(index) {
        do {
          try body(sink)
        } catch {
          failed.insert(index)
          // What it has is still finished.
          try? sink.end()
          progress?.interrupt()
          StandardError.print("\(source): \(error.localizedDescription)")
        }
      }
    }
  }
}
