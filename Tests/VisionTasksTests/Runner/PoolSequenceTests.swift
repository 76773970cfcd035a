import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing

@Suite("Sequences through a pool", .timeLimit(.minutes(2)))
struct PoolSequenceTests {
  /// The inputs that were worked on. Sendable: the list is touched under the lock only.
  final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [Int] = []

    var worked: [Int] { lock.withLock { numbers } }
    func add(_ number: Int) { lock.withLock { numbers.append(number) } }
  }

  private let log = Log()

  /// Gives ten times the input, and fails for 13.
  private func pool(_ size: Int = 2, hold: @escaping @Sendable (Int) -> Void = { _ in usleep(300) }) throws -> TaskPool<
    Int, Int
  > {
    try TaskPool(size: size) { [log] in
      { number in
        log.add(number)
        hold(number)
        if number == 13 { throw TasksError.internalFailure("thirteen") }
        return 10 * number
      }
    }
  }

  @Test("after an early break the next sequence has its own results, each beside its input")
  func leftovers() async throws {
    let pool = try pool()
    for try await item in pool.results(for: 0..<100) where item.input == 3 { break }
    var found: [[Int]] = []
    for try await item in pool.results(for: 200..<220) { found.append([item.input, try item.result.get()]) }
    #expect(found == (200..<220).map { [$0, 10 * $0] })
    #expect(pool.pendingCount == 0)
    // Four results were taken and four inputs were ahead of them.
    #expect(log.worked.count { $0 < 200 } <= 4 + 4)
  }

  @Test("cancelling the loop over an array throws CancellationError, drops what is left and leaves the pool usable")
  func cancelled() async throws {
    let (began, goOn) = (Signal(), Signal())
    let pool = try pool(1) { number in
      guard number == 2 else { return }
      began.give()
      goOn.block()
    }
    let inputs = Locked<[Int]>([])
    let consumer = Task {
      do {
        for try await item in pool.results(for: 0..<100) { inputs.withLock { $0.append(item.input) } }
        return false
      } catch {
        return error is CancellationError
      }
    }
    await began.wait()
    // The work on 2 may begin before the loop has taken 1.
    try await eventually { inputs.withLock { $0 } == [0, 1] }
    consumer.cancel()
    // The work is still held up.
    #expect(await consumer.value)
    #expect(inputs.withLock { $0 } == [0, 1])
    // So does a loop that begins in a cancelled task.
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for try await _ in pool.results(for: 0..<2) {}
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    goOn.give()
    #expect(try await pool.result(for: 50) == 500)
    #expect(log.worked == [0, 1, 2, 50])
  }

  @Test("two sequences and submitted inputs at a time have each its own results")
  func several() async throws {
    let pool = try pool(3)
    for number in 1000..<1010 { pool.submit(number) }
    @Sendable func take(_ range: Range<Int>) async throws -> [Int] {
      var found: [Int] = []
      for try await item in pool.results(for: range) { found.append(try item.result.get()) }
      return found
    }
    async let first = take(100..<160)
    async let second = take(200..<260)
    #expect(try await first == (100..<160).map { 10 * $0 })
    #expect(try await second == (200..<260).map { 10 * $0 })
    for number in 1000..<1010 {
      let item = try #require(pool.next())
      #expect(item.input == number)
      #expect(try item.result.get() == 10 * number)
    }
    #expect(pool.next() == nil)
  }

  @Test("an asynchronous sequence gives its results in order, beside the inputs, and is not read far ahead")
  func asynchronous() async throws {
    let pool = try pool(2)
    let frames = ScriptedFrames(count: 40)
    var found: [String] = []
    for try await item in pool.results(for: frames.map(\.number)) {
      if found.count < 20 { #expect(frames.log.given <= found.count + 1 + 4) }
      found.append("\(item.input): \((try? item.result.get()) ?? -1)")
    }
    #expect(found == (0..<40).map { "\($0): \($0 == 13 ? -1 : 10 * $0)" })
  }

  @Test("an error of the source is thrown after the results before it, once; the pool stays usable")
  func sourceError() async throws {
    let pool = try pool(2)
    let frames = ScriptedFrames(count: 7, error: TasksError(.dataLossError, "torn"))
    var iterator = pool.results(for: frames.map(\.number)).makeAsyncIterator()
    for number in 0..<7 { #expect(try await iterator.next()?.result.get() == 10 * number) }
    let error = await #expect(throws: TasksError.self) { _ = try await iterator.next() }
    #expect(error?.code == .dataLossError)
    #expect(try await iterator.next() == nil)
    #expect(try await pool.result(for: 5) == 50)
  }

  @Test("cancelling a wait for an asynchronous source throws CancellationError and lets go of the source")
  func cancelledSource() async throws {
    let pool = try pool(2)
    weak var source: ScriptedFrames.Log?
    let reached = Signal()
    do {
      let frames = ScriptedFrames(
        count: 5,
        before: { number in
          guard number == 3 else { return }
          reached.give()
          try? await Task.sleep(for: .seconds(3600))
        })
      source = frames.log
      let consumer = Task {
        var count = 0
        do {
          for try await _ in pool.results(for: frames.map(\.number)) { count += 1 }
          return (count, false)
        } catch {
          return (count, error is CancellationError)
        }
      }
      await reached.wait()
      consumer.cancel()
      let (count, isCancelled) = await consumer.value
      #expect(count <= 3)
      #expect(isCancelled)
    }
    try await eventually { source == nil }
  }

  @Test("a pool whose owner lets go of it finishes the sequence that is under way")
  func ownerGone() async throws {
    var pool: TaskPool<Int, Int>? = try pool(2)
    let results = try #require(pool).results(for: ScriptedFrames(count: 30).map(\.number))
    pool = nil
    var found: [Int] = []
    for try await item in results { found.append(item.input) }
    #expect(found == Array(0..<30))
  }

  @Test(
    "50 callers at a time each get the result of their input; one that is cancelled while it waits is not worked on")
  func single() async throws {
    let (began, goOn) = (Signal(), Signal())
    let pool = try pool(1) { number in
      guard number == 0 else { return }
      began.give()
      goOn.block()
    }
    let first = Task { try await pool.result(for: 0) }
    await began.wait()
    let late = Task { try await pool.result(for: 1) }
    let others = (2..<52).map { number in Task { try await pool.result(for: number) } }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    goOn.give()
    #expect(try await first.value == 0)
    for (number, task) in zip(2..., others) {
      if number == 13 {
        await #expect(throws: TasksError.self) { try await task.value }
      } else {
        #expect(try await task.value == 10 * number)
      }
    }
    #expect(!log.worked.contains(1))
    #expect(log.worked.count == 51)
  }

  #if os(Linux)
    @Test("Without threads a pool cannot be made; it says so rather than wait for ever", arguments: [1, 2, 5])
    func noThreads(size: Int) async {
      await #expect(processExitsWith: .success) { [size] in
        try #require(ThreadLimit.forbidThreads())
        let error = #expect(throws: TasksError.self) { try TaskPool<Int, Int>(size: size) { { $0 } } }
        #expect(error?.code == .resourceExhaustedError)
      }
    }
  #endif
}
