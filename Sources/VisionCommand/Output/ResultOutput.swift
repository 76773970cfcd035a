import VisionTasks

/// Passes the results of a run to its sinks on a separate thread, which draws, encodes and writes a few frames behind
/// the task.
final class ResultOutput {
  private static let backlog = 3

  private let jobs = BoundedQueue<@Sendable (OutputWriter) -> Void>(capacity: backlog)
  private let failures = Locked(0)
  private let thread: CompanionThread<Never>
  private let namesInputs: Bool
  private var input: InputFrames?

  init(sinks: [any ResultSink], namesInputs: Bool, progress: ProgressReport?, stop: StopSignal) throws {
    self.namesInputs = namesInputs
    let (jobs, failures) = (jobs, failures)
    let thread = CompanionThread<Never>(name: "vision output", isInBackground: true) {
      let writer = OutputWriter(sinks: sinks, progress: progress, failures: failures, stop: stop)
      while let job = jobs.pop() { job(writer) }
    }
    self.thread = thread
    try thread.startAlone()
  }

  func begin(_ input: InputFrames) {
    self.input = input
    jobs.push { $0.begin(input) }
  }

  func write(_ output: any TaskOutput, frame: VideoFrame) {
    guard let input else { return }
    let file = input.file(of: frame)
    let result = InputResult(
      file: namesInputs ? file ?? input.source.description : nil, source: input.source, isVideo: input.isVideo,
      isLive: input.isLive, frame: frame, frameFile: file, output: output)
    jobs.push { $0.write(result) }
  }

  func end(isGood: Bool) {
    input = nil
    jobs.push { $0.end(isGood: isGood) }
  }

  /// Waits until everything is written, closes the sinks, and returns the number of write failures, each of which was
  /// reported.
  func close() -> Int {
    jobs.push { $0.close() }
    jobs.finish()
    thread.finish()
    return failures.withLock { $0 }
  }
}

/// Passes results to all sinks. A sink that fails is skipped for the rest of the input; a lost one for that of the run.
final class OutputWriter {
  private let sinks: [any ResultSink]
  private let progress: ProgressReport?
  private let failures: Locked<Int>
  private let stop: StopSignal
  private var failed: Set<Int> = []
  private var lost: Set<Int> = []
  private var source = ""
  private var hasResult = false

  init(sinks: [any ResultSink], progress: ProgressReport?, failures: Locked<Int>, stop: StopSignal) {
    (self.sinks, self.progress, self.failures, self.stop) = (sinks, progress, failures, stop)
  }

  func begin(_ input: InputFrames) {
    source = input.source.description
    (failed, hasResult) = ([], false)
    progress?.begin(frames: input.estimatedFrameCount)
    each { try $0.begin(input) }
  }

  func write(_ result: InputResult) {
    hasResult = true
    each { try $0.write(result) }
    progress?.advance()
  }

  func end(isGood: Bool) {
    let isGood = isGood && hasResult
    each { try $0.end(isGood: isGood) }
    if !failed.isEmpty { failures.withLock { $0 += 1 } }
    progress?.end()
  }

  func close() {
    failed = []
    source = ""
    each { try $0.close() }
    for index in lost { do { try sinks[index].close() } catch { continue } }
  }

  private func each(_ body: (any ResultSink) throws -> Void) {
    for (index, sink) in sinks.enumerated() where !failed.contains(index) && !lost.contains(index) {
      do {
        try body(sink)
      } catch let error as LostOutput {
        lose(index, error)
      } catch {
        failed.insert(index)
        report((source.isEmpty ? "" : "\(source): ") + error.localizedDescription)
        // Finishes partial output; the error was reported.
        try? sink.end(isGood: false)
      }
    }
  }

  private func lose(_ index: Int, _ error: LostOutput) {
    lost.insert(index)
    if error.isReaderGone {
      stop.raise(.readerGone)
    } else {
      failures.withLock { $0 += 1 }
      report(error.message)
      // Without any output further work would be lost, too.
      if lost.count == sinks.count { stop.raise(.someInputsFailed) }
    }
  }

  private func report(_ message: String) {
    progress?.interrupt()
    StandardError.printLine(message)
  }
}
