import Foundation
import VisionOutput
import VisionTasks

/// Sends the frames of one input to a task in live-stream mode and puts its answers to the frames they belong to.
final class LiveRun {
  /// What came of a frame.
  enum Answer {
    case found(any TaskOutput, InputFrame)
    /// A failed frame has no timestamp, so it is not known which one it was.
    case failed(any Error)
  }

  private let results: LiveResults
  private let stop: StopSignal
  private var waiting: [Int: InputFrame] = [:]
  private var start = Date()
  private var answeredCount = 0
  private var droppedBefore: Int?
  /// The frames that were sent.
  private(set) var sentCount = 0
  /// The frames that were dropped because the task was busy; known at the end.
  private(set) var droppedCount = 0

  init(results: LiveResults, stop: StopSignal) {
    self.results = results
    self.stop = stop
  }

  /// Starts with an input.
  func begin() {
    waiting = [:]
    (answeredCount, sentCount, droppedCount) = (0, 0, 0)
    droppedBefore = nil
    start = Date()
  }

  /// Sends a frame; with `paced`, when it is due, as a camera would.
  func send(_ frame: InputFrame, to task: any AnyVisionTask, paced: Bool, image: MPImage) throws {
    if droppedBefore == nil { droppedBefore = task.droppedFrameCount }
    if paced, !stop.isRaised {
      Thread.sleep(until: start.addingTimeInterval(Double(frame.timestampInMilliseconds) / 1000))
    }
    waiting[frame.timestampInMilliseconds] = frame
    try task.send(image, timestampInMilliseconds: frame.timestampInMilliseconds)
    sentCount += 1
  }

  /// The answers that have come, in their order.
  func answers() -> [Answer] {
    results.take().compactMap { answer in
      answeredCount += 1
      switch answer.output {
      case .failure(let error): return .failed(error)
      case .success(let output):
        let frame = waiting[answer.timestampInMilliseconds]
        // Frames that were sent before this one and have no answer were dropped.
        waiting = waiting.filter { $0.key > answer.timestampInMilliseconds }
        return frame.map { .found(output, $0) }
      }
    }
  }

  /// Waits for the answers to everything that was sent and not dropped.
  func lastAnswers(of task: any AnyVisionTask) -> [Answer] {
    var answers: [Answer] = []
    let before = droppedBefore ?? 0
    while true {
      answers += self.answers()
      droppedCount = task.droppedFrameCount - before
      if answeredCount + droppedCount >= sentCount { return answers }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }
}
