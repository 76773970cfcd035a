import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionCore

@Suite("Many things at a time")
struct TaskPoolTests {
  /// Counts how many run at the same time. Sendable: guarded by its lock.
  final class Gauge: @unchecked Sendable {
    private let lock = NSLock()
    private var running = 0
    private var highest = 0

    /// The maximum number that ran at a time. What is counted may go on while it is read.
    var most: Int { lock.withLock { highest } }

    func enter() {
      lock.withLock {
        running += 1
        highest = max(highest, running)
      }
    }

    func leave() { lock.withLock { running -= 1 } }
  }

  struct Odd: Error, Equatable {
    let number: Int
  }

  @Test("results come in the order of the inputs, however long each takes, and failures stand in their places")
  func order() async throws {
    let gauge = Gauge()
    let pool = try TaskPool<Int, String>(size: 3) {
      return { number in
        gauge.enter()
        defer { gauge.leave() }
        // The earlier, the longer.
        usleep(UInt32(200 * (20 - number)))
        if number % 7 == 6 { throw Odd(number: number) }
        return "\(number)"
      }
    }
    var texts: [String] = []
    for try await item in pool.results(for: 0..<20) {
      #expect(item.input == texts.count)
      switch item.result {
      case .success(let text): texts.append(text)
      case .failure(let error): texts.append("failed \((error as? Odd)?.number ?? -1)")
      }
    }
    #expect(texts == (0..<20).map { $0 % 7 == 6 ? "failed \($0)" : "\($0)" })
    #expect(gauge.most > 1 && gauge.most <= 3)
    #expect(pool.pendingCount == 0 && pool.next() == nil)
  }

  @Test("each thread has a task of its own")
  func tasks() throws {
    let made = Gauge()
    let pool = try TaskPool<Int, (number: Int, calls: Int, thread: UInt)>(size: 4) {
      made.enter()
      var calls = 0
      return { number in
        calls += 1
        usleep(500)
        return (number, calls, UInt(pthread_self()))
      }
    }
    var calls: [UInt: [Int]] = [:]
    func take(_ number: Int) throws {
      let result = try #require(try pool.next()?.result.get())
      #expect(result.number == number)
      calls[result.thread, default: []].append(result.calls)
    }
    for number in 0..<100 {
      if pool.pendingCount == 8 { try take(number - 8) }
      pool.submit(number)
    }
    for number in 92..<100 { try take(number) }
    #expect(pool.nextIfReady() == nil)
    #expect(made.most == 4)
    // Each thread counts by itself: no task is used by two of them.
    #expect(calls.count > 1 && calls.count <= 4)
    for counts in calls.values { #expect(counts == Array(1...counts.count)) }
  }

  @Test("a task that cannot be made, and a size that is none, are told at once")
  func refusals() {
    #expect(throws: Odd(number: 1)) { _ = try TaskPool<Int, Int>(size: 2) { throw Odd(number: 1) } }
    #expect(throws: TasksError.self) { _ = try TaskPool<Int, Int>(size: 0) { { $0 } } }
  }

  @Test("a sequence is not read far ahead of what is asked for")
  func lookAhead() async throws {
    let gauge = Gauge()
    let pool = try TaskPool<Int, Int>(size: 2) { { $0 } }
    let inputs = sequence(first: 0) { $0 + 1 }.lazy.map { number in
      gauge.enter()
      return number
    }
    var results = pool.results(for: SendableSequence(inputs)).makeAsyncIterator()
    for number in 0..<5 { #expect(try await results.next()?.result.get() == number) }
    #expect(gauge.most <= 5 + 4)
  }

  /// A sequence that one place alone reads.
  struct SendableSequence<Base: Sequence>: Sequence, @unchecked Sendable {
    let base: Base
    init(_ base: Base) { self.base = base }
    func makeIterator() -> Base.Iterator { base.makeIterator() }
  }

  @Test(
    "poses by a pool are those of one task", .needs(.shared))
  func poses() async throws {
    let names = ["yoga.png", "three_people.png", "two_walkers.png", "pointing_up.png"]
    let pictures = try (names + names).map { try MPImage(contentsOfFile: SharedFolder.path("media/\($0)")) }
    @Sendable func task(threads: Int) throws -> PoseLandmarker {
      let options = PoseLandmarkerOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/pose_landmarker_lite.task")
      options.baseOptions.threadCount = threads
      return try PoseLandmarker(options: options)
    }
    let single = try task(threads: 1)
    let expected = try pictures.map { try single.detect(image: $0).landmarks.map { $0.map { [$0.x, $0.y, $0.z] } } }
    let pool = try TaskPool<MPImage, PoseLandmarkerResult>(size: 2) {
      let task = try task(threads: 1)
      return { image in try task.detect(image: image) }
    }
    var found: [[[[Float]]]] = []
    for try await item in pool.results(for: pictures) {
      found.append(try item.result.get().landmarks.map { $0.map { [$0.x, $0.y, $0.z] } })
    }
    #expect(found == expected)
    #expect(found.contains { !$0.isEmpty })
  }
}
