import VisionTasks

/// Sends the frames of one input to a task in live-stream mode and matches results to frames.
final class LiveRun {
  enum Answer {
    case found(any TaskOutput, VideoFrame)
    /// Failures have no timestamp, so the frame is unknown.
    case failed(any Error)
  }

  private let results: LiveResults
  private let stop: StopSignal
  private var waiting: [Int: VideoFrame] = [:]
  private var start = Date()
  private var answeredCount = 0
  private var droppedBefore: Int?
  private(set) var sentCount = 0
  private(set) var droppedCount = 0

  init(results: LiveResults, stop: StopSignal) { (self.results, self.stop) = (results, stop) }

  func begin() {
    waiting = [:]
    (answeredCount, sentCount, droppedCount) = (0, 0, 0)
    droppedBefore = nil
    start = Date()
  }

  /// Sends a frame; with `paced`, at its presentation time, as a camera would.
  func send(_ frame: VideoFrame, to task: any AnyVisionTask, paced: Bool, image: MPImage) throws {
    if droppedBefore == nil { droppedBefore = task.droppedFrameCount }
    if paced, !stop.isRaised {
      Thread.sleep(until: start.addingTimeInterval(Double(frame.timestampInMilliseconds) / 1000))
    }
    waiting[frame.timestampInMilliseconds] = frame
    try task.send(image, timestampInMilliseconds: frame.timestampInMilliseconds)
    sentCount += 1
  }

  func answers() -> [Answer] {
    results.take().compactMap { answer in
      answeredCount += 1
      switch answer.output {
      case .failure(let error): return .failed(error)
      case .success(let output):
        let frame = waiting[answer.timestampInMilliseconds]
        // Earlier frames without a result were dropped.
        waiting = waiting.filter { $0.key > answer.timestampInMilliseconds }
        return frame.map { .found(output, $0) }
      }
    }
  }

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

final class LiveResults: Sendable {
  typealias Answer = (timestampInMilliseconds: Int, output: Result<any TaskOutput, any Error>)

  private let waiting = Locked<[Answer]>([])

  func take() -> [Answer] { waiting.exchange([]) }

  @Sendable func add(_ output: Result<any TaskOutput, any Error>, _ timestampInMilliseconds: Int) {
    waiting.withLock { $0.append((timestampInMilliseconds, output)) }
  }
}
