import Foundation
import VisionCore

/// Passes results to all sinks, on the output thread. A sink that fails is skipped for the rest of the current input; a lost sink
/// for the rest of the run.
final class OutputWriter {
  private let sinks: [any ResultSink]
  private let progress: ProgressReport?
  private let failures: OutputFailures
  private let stop: StopSignal
  /// Indices of `sinks` that failed for the current input, and of those lost for the run.
  private var failed: Set<Int> = []
  private var lost: Set<Int> = []
  private var source = ""
  private var hasResult = false

  init(sinks: [any ResultSink], progress: ProgressReport?, failures: OutputFailures, stop: StopSignal) {
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
    if !failed.isEmpty { failures.add() }
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
      failures.add()
      report(error.message)
      if lost.count == sinks.count { stop.raise(.outputsLost) }
    }
  }

  private func report(_ message: String) {
    progress?.interrupt()
    StandardError.print(message)
  }
}

/// The number of failed writes, shared between threads.
final class OutputFailures: Sendable {
  private let value = Locked(0)

  /// Inputs whose results were not written completely, plus outputs that were lost.
  var count: Int { value.withLock { $0 } }

  func add() { value.withLock { $0 += 1 } }
}
