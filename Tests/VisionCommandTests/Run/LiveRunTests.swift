import Testing
import VisionResults
import VisionTasks

@testable import VisionCommand

@Suite("Answers of a live stream")
struct LiveRunTests {
  /// A task that answers when the test says so.
  private final class FakeTask: AnyVisionTask {
    var droppedFrameCount = 0
    func output(of image: MPImage) throws -> any TaskOutput { LiveRunTests.nothing }
    func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput { LiveRunTests.nothing }
    func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {}
    func reset() {}
  }

  private static let nothing = ObjectDetectorResult(detections: [], timestampInMilliseconds: 0)

  private let results = LiveResults()
  private let task = FakeTask()
  private let run: LiveRun

  init() { run = LiveRun(results: results) }

  private func send(_ times: [Int]) throws {
    run.begin()
    let image = try ImageBuffer(width: 1, height: 1, format: .rgb)
    for (index, time) in times.enumerated() {
      try run.send(
        VideoFrame(image: image, index: index, timestampInMilliseconds: time), to: task,
        image: MPImage(imageBuffer: image))
    }
  }

  /// The frames of answers; -1 for a failed one.
  private func frames(_ answers: [LiveRun.Answer]) -> [Int] {
    answers.map { if case .found(_, let frame) = $0 { frame.index } else { -1 } }
  }

  @Test("Answers find their frames; frames without one were dropped and are counted")
  func dropped() throws {
    try send([0, 40, 80, 120])
    results.add(.success(Self.nothing), 0)
    #expect(frames(run.answers()) == [0])
    task.droppedFrameCount = 2
    results.add(.success(Self.nothing), 120)
    #expect(frames(run.lastAnswers(of: task)) == [3])
    #expect(run.sentCount == 4 && run.droppedCount == 2)
  }

  @Test(
    "The first answer after the others were taken is announced, so that it waits for no frame; further ones are not")
  func announced() throws {
    let count = Locked(0)
    results.onAnswer { count.withLock { $0 += 1 } }
    for time in [0, 40] { results.add(.success(Self.nothing), time) }
    #expect(count.withLock { $0 } == 1)
    _ = results.take()
    results.add(.success(Self.nothing), 80)
    #expect(count.withLock { $0 } == 2)
  }

  @Test("A failed frame takes no other answer with it")
  func failed() throws {
    try send([0, 40, 80])
    results.add(.success(Self.nothing), 0)
    results.add(.failure(TasksError.internalFailure("no luck")), 40)
    results.add(.success(Self.nothing), 80)
    #expect(frames(run.lastAnswers(of: task)) == [0, -1, 2])
  }
}
