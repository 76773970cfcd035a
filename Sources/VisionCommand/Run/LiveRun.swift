import Foundation
import MediaPipeTasksVision

/// Sends the frames of one input to a task in live-stream mode and puts its answers to the frames they belong to.
final class LiveRun {
  /// What was found in a frame.
  struct Answer {
    let findings: any Findings
    let frame: InputFrame
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
  func send(_ frame: InputFrame, to task: any RunnableTask, paced: Bool, image: MPImage) throws {
    if droppedBefore == nil { droppedBefore = task.droppedFrameCount }
    if paced, !stop.isRaised {
      Thread.sleep(until: start.addingTimeInterval(Double(frame.timestampInMilliseconds) / 1000))
    }
    waiting[frame.timestampInMilliseconds] = frame
    try task.send(image, timestampInMilliseconds: frame.timestampInMilliseconds)
    sentCount += 1
  }

  /// The answers that have come.
  ///
  /// - Throws: The error of the first frame that failed; the others' answers come with the next call.
  func answers() throws -> [Answer] {
    var answers: [Answer] = []
    for answer in results.take() {
      answeredCount += 1
      let frame = waiting[answer.timestampInMilliseconds]
      // Frames that were sent before this one and have no answer were dropped.
      waiting = waiting.filter { $0.key > answer.timestampInMilliseconds }
      if let frame { answers.append(Answer(findings: try answer.findings.get(), frame: frame)) }
    }
    return answers
  }

  /// Waits for the answers to everything that was sent and not dropped.
  func lastAnswers(of task: any RunnableTask) throws -> [Answer] {
    var answers: [Answer] = []
    let before = droppedBefore ?? 0
    while true {
      answers += try self.answers()
      droppedCount = task.droppedFrameCount - before
      if answeredCount + droppedCount >= sentCount { return answers }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }
}
