import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing

@testable import VisionTasks

@Suite("Cancelled results for a sequence of frames", .timeLimit(.minutes(5)))
struct TaskResultsCancellationTests {
  typealias Results = TaskResults<ScriptedFrames, TaskResult>

  private let log = FakePipeline.Log()

  private func runner(work: @escaping @Sendable (Int) throws -> Void = { _ in }) -> VisionTaskRunner<TaskResult> {
    VisionTaskRunner(pipeline: FakePipeline(log: log, work: work), mode: .video, taskName: "test")
  }

  /// How a loop over results ended.
  private enum End: Equatable {
    case finished, cancelled
    case failed(String)

    init(_ error: any Error) { self = error is CancellationError ? .cancelled : .failed("\(error)") }
  }

  /// Takes all results.
  private func consume(_ results: Results) -> Task<End, Never> {
    Task {
      do {
        for try await item in results { _ = try item.result }
        return .finished
      } catch {
        return End(error)
      }
    }
  }

  @Test(
    "Cancelling while a frame is worked on ends the wait before the work, and the task works on afterwards",
    arguments: FramePolicy.allCases)
  func duringWork(policy: FramePolicy) async throws {
    let (began, goOn) = (Signal(), Signal())
    let runner = runner { timestamp in
      guard timestamp == 3 else { return }
      began.give()
      goOn.block()
    }
    // So that `.latest` replaces no frame before the one that is cancelled is in work.
    let frames = ScriptedFrames(
      count: 1000,
      before: { number in
        while policy == .latest, number > 0, number <= 4, log.timestamps.count < number { await Task.yield() }
      })
    let consumer = consume(Results(frames, policy: policy, runner: runner))
    await began.wait()
    consumer.cancel()
    // The work is still held up.
    #expect(await consumer.value == .cancelled)
    #expect(log.timestamps == [0, 1, 2, 3])
    goOn.give()

    // reset() waits for the work that nobody wants any more.
    runner.reset()
    #expect(
      try await Results(ScriptedFrames(count: 3), policy: .everyFrame, runner: runner)
        .reduce(into: []) { try $0.append($1.result.timestampInMilliseconds) } == [0, 1, 2])
    #expect(log.timestamps == [0, 1, 2, 3, 0, 1, 2])
    #expect(log.overlaps == 0)
  }

  @Test("A frame whose turn has not come when its sequence is cancelled is never worked on")
  func beforeWork() async throws {
    let (began, goOn) = (Signal(), Signal())
    let runner = runner { timestamp in
      guard timestamp == 0 else { return }
      began.give()
      goOn.block()
    }
    let first = consume(Results(ScriptedFrames(count: 1), policy: .everyFrame, runner: runner))
    await began.wait()
    let late = ScriptedFrames(count: 1, edit: { $0.timestampInMilliseconds = 50 })
    let second = consume(Results(late, policy: .everyFrame, runner: runner))
    try await eventually { late.log.given == 1 }
    second.cancel()
    #expect(await second.value == .cancelled)
    goOn.give()
    #expect(await first.value == .finished)
    runner.workQueue.sync {}
    #expect(log.timestamps == [0])
  }

  @Test("In a task that is cancelled already nothing is read", arguments: FramePolicy.allCases)
  func cancelledBefore(policy: FramePolicy) async {
    let frames = ScriptedFrames()
    let results = Results(frames, policy: policy, runner: runner())
    let end = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var iterator = results.makeAsyncIterator()
      do {
        _ = try await iterator.next()
        return End.finished
      } catch {
        return End(error)
      }
    }.value
    #expect(end == .cancelled)
    #expect(frames.log.given == 0)
  }

  @Test("Leaving the loop stops the reading and lets go of source and pipeline", arguments: FramePolicy.allCases)
  func leaving(policy: FramePolicy) async throws {
    weak var source: ScriptedFrames.Log?
    weak var held: VisionTaskRunner<TaskResult>?
    do {
      let frames = ScriptedFrames(count: .max)
      let runner = runner()
      (source, held) = (frames.log, runner)
      for try await item in Results(frames, policy: policy, runner: runner) where item.frame.number >= 3 { break }
      if policy == .everyFrame { #expect(frames.log.given <= 5) }
    }
    try await eventually { source == nil && held == nil }
  }

  @Test("Cancelling lets go of source and pipeline, whatever is waited for", arguments: FramePolicy.allCases)
  func release(policy: FramePolicy) async throws {
    // A wait for the source, which heeds cancellation as `VideoFrames` does, and one for the work.
    for isAtWork in [false, true] {
      weak var held: VisionTaskRunner<TaskResult>?
      weak var source: ScriptedFrames.Log?
      let (reached, goOn) = (Signal(), Signal())
      do {
        let runner = runner { _ in
          guard isAtWork else { return }
          reached.give()
          goOn.block()
        }
        let frames = ScriptedFrames(
          count: 5,
          before: { number in
            guard !isAtWork, number == 1 else { return }
            reached.give()
            try? await Task.sleep(for: .seconds(3600))
          })
        (held, source) = (runner, frames.log)
        let consumer = consume(Results(frames, policy: policy, runner: runner))
        await reached.wait()
        consumer.cancel()
        #expect(await consumer.value == .cancelled)
      }
      goOn.give()
      try await eventually { held == nil && source == nil }
    }
  }
}
