import Foundation
import MediaPipeTasksVision
import Testing
import VisionCore

@testable import VisionTasks

@Suite("Results for a sequence of frames", .timeLimit(.minutes(5)))
struct TaskResultsTests {
  typealias Results = TaskResults<ScriptedFrames, TaskResult>

  private let log = FakePipeline.Log()

  private func runner(
    _ mode: RunningMode = .video, work: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) -> VisionTaskRunner<TaskResult> {
    VisionTaskRunner(pipeline: FakePipeline(log: log, work: work), mode: mode, taskName: "test")
  }

  private func results(
    _ frames: ScriptedFrames, _ policy: FramePolicy = .everyFrame, _ runner: VisionTaskRunner<TaskResult>
  ) -> Results {
    Results(frames, policy: policy, runner: runner)
  }

  @Test("Every frame is worked on once and in order, and comes back beside its own result")
  func order() async throws {
    var taken: [Int] = []
    for try await item in results(ScriptedFrames(count: 300), .everyFrame, runner()) {
      #expect(try item.result.timestampInMilliseconds == item.frame.number)
      taken.append(item.frame.number)
    }
    #expect(taken == Array(0..<300))
    #expect(log.timestamps == taken)
    #expect(log.overlaps == 0)
  }

  @Test("Nothing is read before a result is asked for; then one frame is worked on ahead, and never a second one")
  func readAhead() async throws {
    let secondBegan = Signal()
    let runner = runner { if $0 == 1 { secondBegan.give() } }
    let frames = ScriptedFrames(count: 200)
    let results = results(frames, .everyFrame, runner)
    var iterator = results.makeAsyncIterator()
    #expect(frames.log.given == 0)
    frames.log.ask()
    #expect(try await iterator.next()?.frame.number == 0)
    // Would never come if work waited for the next question.
    await secondBegan.wait()
    for _ in 0..<100 { await Task.yield() }
    #expect(frames.log.given == 2)
    for number in 1..<200 {
      frames.log.ask()
      #expect(try await iterator.next()?.frame.number == number)
    }
    #expect(try await iterator.next() == nil)
    #expect(frames.log.ahead == 1)
    #expect(results.droppedFrameCount == 0)
  }

  @Test("Of frames that come while one is worked on, the newest is next; the others are dropped and counted")
  func latest() async throws {
    let (began, allRead) = (Signal(), Signal())
    let runner = runner { timestamp in
      began.give()
      if timestamp == 0 { allRead.block() }
    }
    let frames = ScriptedFrames(
      count: 100,
      before: { number in
        if number == 1 { await began.wait() }
        if number == 100 { allRead.give() }
      })
    let results = results(frames, .latest, runner)
    var taken: [Int] = []
    for try await item in results {
      #expect(try item.result.timestampInMilliseconds == item.frame.number)
      taken.append(item.frame.number)
    }
    #expect(taken == [0, 99])
    #expect(log.timestamps == [0, 99])
    #expect(results.droppedFrameCount == 98)
    #expect(runner.droppedFrameCount == 98)
  }

  @Test("With .latest a slow consumer gets what is newest when it asks, not what was newest when it had asked before")
  func latestIsFresh() async throws {
    let (firstTaken, someRead, asked) = (Signal(), Signal(), Signal())
    let frames = ScriptedFrames(
      count: 21,
      before: { number in
        if number == 1 { await firstTaken.wait() }
        if number == 20 {
          someRead.give()
          await asked.wait()
        }
      })
    let results = results(frames, .latest, runner { if $0 == 19 { asked.give() } })
    var iterator = results.makeAsyncIterator()
    #expect(try await iterator.next()?.frame.number == 0)
    firstTaken.give()
    await someRead.wait()
    #expect(log.timestamps == [0])
    #expect(try await iterator.next()?.frame.number == 19)
    #expect(try await iterator.next()?.frame.number == 20)
    #expect(try await iterator.next() == nil)
    #expect(results.droppedFrameCount == 18)
  }

  @Test("An error of the source comes once, after the frames before it", arguments: FramePolicy.allCases)
  func sourceError(policy: FramePolicy) async throws {
    let frames = ScriptedFrames(count: 3, error: TasksError(.dataLossError, "torn off"))
    var iterator = results(frames, policy, runner()).makeAsyncIterator()
    var taken: [Int] = []
    await #expect(throws: TasksError(.dataLossError, "torn off")) {
      while let item = try await iterator.next() { taken.append(item.frame.number) }
    }
    #expect(taken.last == 2)
    if policy == .everyFrame { #expect(taken == [0, 1, 2]) }
    #expect(try await iterator.next() == nil)
  }

  @Test("A bad frame carries its error, and the frames after it have results")
  func badFrames() async throws {
    let runner = runner { if $0 == 2 { throw TasksError.internalFailure("no luck") } }
    let frames = ScriptedFrames(
      count: 10,
      edit: { frame in
        switch frame.number {
        case 4: frame.error = TasksError.notFound("no picture")
        case 6: frame.orientation = .upMirrored
        case 8: frame.timestampInMilliseconds = 7
        default: break
        }
      })
    var outcomes: [TasksErrorCode?] = []
    for try await item in results(frames, .everyFrame, runner) {
      do {
        #expect(try item.result.timestampInMilliseconds == item.frame.timestampInMilliseconds)
        outcomes.append(nil)
      } catch {
        outcomes.append((error as? TasksError)?.code)
      }
    }
    #expect(
      outcomes == [
        nil, nil, .internalError, nil, .notFoundError, nil, .invalidArgumentError, nil, .invalidArgumentError, nil,
      ])
    #expect(log.timestamps == [0, 1, 2, 3, 5, 7, 9])
  }

  @Test("In a mode that takes no such frames the first result is refused with both modes named, and no frame is read")
  func wrongMode() async throws {
    for policy in FramePolicy.allCases {
      let frames = ScriptedFrames()
      var iterator = results(frames, policy, runner(.liveStream)).makeAsyncIterator()
      let error = await #expect(throws: TasksError.self) { _ = try await iterator.next() }
      #expect(error?.code == .invalidArgumentError)
      #expect(error?.message.contains("Video") == true)
      #expect(error?.message.contains("Live Stream") == true)
      #expect(try await iterator.next() == nil)
      #expect(frames.log.given == 0)
    }
    for mode in [RunningMode.video, .liveStream] {
      let images = ScriptedImages()
      var iterator = TaskResults(images: images, policy: .everyFrame, runner: runner(mode)).makeAsyncIterator()
      let error = await #expect(throws: TasksError.self) { _ = try await iterator.next() }
      #expect(error?.code == .invalidArgumentError)
      #expect(error?.message.contains("Image") == true)
      #expect(error?.message.contains(mode.name) == true)
      #expect(images.frames.log.given == 0)
    }
  }

  @Test("In image mode images have nothing to do with each other, and a mirrored one fails alone")
  func images() async throws {
    let images = ScriptedImages(ScriptedFrames(count: 5, edit: { if $0.number == 2 { $0.orientation = .upMirrored } }))
    var found: [Int?] = []
    for try await item in TaskResults(images: images, policy: .everyFrame, runner: runner(.image)) {
      #expect(item.frame.width == 2)
      found.append(try? item.result.timestampInMilliseconds)
    }
    #expect(found == [0, 1000, nil, 2000, 3000])
  }

  @Test("In image mode the timestamps of frames are not looked at")
  func imageModeFrames() async throws {
    let frames = ScriptedFrames(count: 3, edit: { $0.timestampInMilliseconds = -$0.number })
    var found: [Int] = []
    for try await item in results(frames, .everyFrame, runner(.image)) {
      found.append(try item.result.timestampInMilliseconds)
    }
    #expect(found == [0, 1000, 2000])
    #expect(log.timestamps == [0, 1000, 2000])
  }

  @Test("Two sequences one after the other run on one task, the second after reset() from the beginning")
  func twoSequences() async throws {
    let runner = runner()
    for policy in FramePolicy.allCases {
      var last: Int?
      for try await item in results(ScriptedFrames(count: 5), policy, runner) {
        last = try item.result.timestampInMilliseconds
      }
      #expect(last == 4)
      runner.reset()
    }
    for try await item in results(ScriptedFrames(count: 5), .everyFrame, runner) { _ = try item.result }
    // Without reset() the timestamps would have to rise further: the usual error, frame by frame.
    for try await item in results(ScriptedFrames(count: 5), .everyFrame, runner) {
      #expect(throws: TasksError.self) { try item.result }
    }
  }

  @Test("Tasks at work leave the threads of Swift's concurrency free")
  func threadPool() async throws {
    let count = 4 * ProcessResources.current.processors
    let end = Signal()
    let began = (0..<count).map { _ in Signal() }
    let consumers = began.enumerated().map { number, began in
      let runner = runner { _ in
        began.give()
        end.block()
      }
      let policy = FramePolicy.allCases[number % 2]
      return Task { [results = results(ScriptedFrames(count: 1), policy, runner)] in
        for try await item in results { _ = try item.result }
      }
    }
    for signal in began { await signal.wait() }
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<100 { group.addTask { number } }
      return await group.reduce(0, +)
    }
    #expect(sum == 4950)
    end.give()
    for consumer in consumers { try await consumer.value }
  }
}
