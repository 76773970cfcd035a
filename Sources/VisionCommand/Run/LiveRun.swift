import VisionTasks

/// Sends the frames of one input to a task in live-stream mode and matches results to frames.
final class LiveRun {
  enum Answer {
    case found(any TaskOutput, VideoFrame)
    /// Failures have no timestamp, so the frame is unknown.
    case failed(any Error)
  }

  private let results: LiveResults
  private var waiting: [Int: VideoFrame] = [:]
  private var answeredCount = 0
  private var droppedBefore: Int?
  private(set) var sentCount = 0
  private(set) var droppedCount = 0

  init(results: LiveResults) { self.results = results }

  func begin() {
    waiting = [:]
    (answeredCount, sentCount, droppedCount) = (0, 0, 0)
    droppedBefore = nil
  }

  func send(_ frame: VideoFrame, to task: any AnyVisionTask, image: MPImage) throws {
    if droppedBefore == nil { droppedBefore = task.droppedFrameCount }
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
  private let wake = Locked<@Sendable () -> Void>({})

  /// Calls a closure on another thread when there are answers again, so that they wait for no further frame.
  func onAnswer(_ wake: @escaping @Sendable () -> Void) { self.wake.withLock { $0 = wake } }

  func take() -> [Answer] { waiting.exchange([]) }

  @Sendable func add(_ output: Result<any TaskOutput, any Error>, _ timestampInMilliseconds: Int) {
    let isFirst = waiting.withLock { waiting in
      waiting.append((timestampInMilliseconds, output))
      return waiting.count == 1
    }
    if isFirst { wake.withLock { $0 }() }
  }
}
