import Foundation
import MediaPipeTasksVision
import Testing

@testable import VisionTasks

@Suite("Asynchronous calls", .timeLimit(.minutes(2)))
struct AsyncCallTests {
  private let log = FakePipeline.Log()
  private let image: MPImage

  init() throws { image = try MPImage(imageBuffer: ImageBuffer(width: 2, height: 2, format: .rgb)) }

  private func runner(
    _ mode: RunningMode = .image, work: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) -> VisionTaskRunner<TaskResult> {
    VisionTaskRunner(pipeline: FakePipeline(log: log, work: work), mode: mode, taskName: "test")
  }

  @Test("50 calls at a time, each blocking a thread for 20 ms, hold up no other Swift task")
  func threads() async throws {
    let (runner, image) = (runner { _ in usleep(20_000) }, image)
    var gaps: [Duration] = []
    var results: [Int] = []
    // The best of three rounds: other processes hold the ticker up now and then, blocking calls in every round.
    for _ in 0..<3 {
      let ticker = Ticker()
      results += try await withThrowingTaskGroup(of: TaskResult.self) { group in
        for _ in 0..<50 { group.addTask { try await runner.imageResult(image) } }
        return try await group.reduce(into: []) { $0.append($1.timestampInMilliseconds) }
      }
      gaps.append(await ticker.longestGap())
    }
    print("the longest gaps of a 10 ms ticker beside 50 asynchronous calls: \(gaps.map { $0 / .milliseconds(1) }) ms")
    // 50 ms on a machine that is not busy otherwise; blocking calls hold the ticker up for a second.
    #expect(try #require(gaps.min()) < .milliseconds(250))
    #expect(results.sorted() == (0..<150).map { 1000 * $0 })
    #expect(log.overlaps == 0)
  }

  @Test("calls that wait when their Swift task is cancelled throw CancellationError at once and are never worked on")
  func cancellation() async throws {
    let (began, goOn) = (Signal(), Signal())
    let (runner, image) = (
      runner { timestamp in
        guard timestamp == 0 else { return }
        began.give()
        goOn.block()
      }, image
    )
    let first = Task { try await runner.imageResult(image) }
    await began.wait()
    let others = (0..<10).map { _ in Task { try await runner.imageResult(image) } }
    for task in others { task.cancel() }
    for task in others { await #expect(throws: CancellationError.self) { try await task.value } }
    // The one in work, too, is not waited for.
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    goOn.give()
    #expect(try await runner.imageResult(image).timestampInMilliseconds == 1000)
    #expect(log.timestamps == [0, 1000])
  }

  @Test("frames of a video are taken in order; a refused one changes nothing")
  func video() async throws {
    let runner = runner(.video)
    for timestamp in [3, 5] {
      let result = try await runner.videoResult(image, timestampInMilliseconds: timestamp)
      #expect(result.timestampInMilliseconds == timestamp)
    }
    await #expect(throws: TasksError.self) { try await runner.videoResult(image, timestampInMilliseconds: 5) }
    #expect(try await runner.videoResult(image, timestampInMilliseconds: 6).timestampInMilliseconds == 6)
    await #expect(throws: TasksError.self) { try await runner.imageResult(image) }
    #expect(log.timestamps == [3, 5, 6])
  }
}
