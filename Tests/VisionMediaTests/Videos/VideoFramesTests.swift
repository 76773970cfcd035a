import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// A source of numbered pictures under a test's control.
final class NumberedSource: FrameSource, @unchecked Sendable {
  struct Failure: Error, Equatable {}

  let width = 4
  let height = 4
  let frameRate: VideoFrameRate? = nil
  let estimatedFrameCount: Int?
  let isLive = false
  let skippedFrames = 0

  /// Guards what follows.
  private let condition = NSCondition()
  private var index = 0
  private var closed = false
  private let count: Int
  private let fails: Bool
  private let blocksAt: Int?

  /// - Parameters:
  ///   - count: How many frames there are.
  ///   - fails: Whether an error follows instead of the end.
  ///   - blocksAt: The frame that never comes.
  init(count: Int, fails: Bool = false, blocksAt: Int? = nil) {
    (self.count, self.fails, self.blocksAt, estimatedFrameCount) = (count, fails, blocksAt, count)
  }

  var framesGiven: Int { condition.withLock { index } }
  var isClosed: Bool { condition.withLock { closed } }

  func next() throws -> VideoFrame? {
    try condition.withLock {
      while !closed, index == blocksAt { condition.wait() }
      if closed { return nil }
      guard index < count else {
        if fails { throw Failure() }
        return nil
      }
      defer { index += 1 }
      let image = try ImageBuffer.ramp(width: 4, height: 4)
      return VideoFrame(image: image, index: index, timestampInMilliseconds: index * 40)
    }
  }

  func close() {
    condition.withLock {
      closed = true
      condition.broadcast()
    }
  }
}

/// Frames that a task took, counted for the test that watches it.
final class FrameCounter: @unchecked Sendable {
  /// Guards `value`.
  private let lock = NSLock()
  private var value = 0

  func add() { lock.withLock { value += 1 } }
  var count: Int { lock.withLock { value } }

  /// Waits until so many frames were taken; a busy machine may take its time.
  func wait(for wanted: Int) async throws {
    for _ in 0..<3000 where count < wanted { try await Task.sleep(for: .milliseconds(10)) }
    #expect(count == wanted)
  }
}

@Suite("Frames as an asynchronous sequence")
struct VideoFramesTests {
  @Test("all frames come in order, then nil again and again")
  func order() async throws {
    let source = NumberedSource(count: 200)
    var iterator = source.frames.makeAsyncIterator()
    var indices: [Int] = []
    while let frame = try await iterator.next() { indices.append(frame.index) }
    #expect(indices == Array(0..<200))
    #expect(try await iterator.next() == nil)
  }

  @Test("an error comes after the frames before it, once")
  func errors() async throws {
    var iterator = NumberedSource(count: 5, fails: true).frames.makeAsyncIterator()
    for index in 0..<5 { #expect(try await iterator.next()?.index == index) }
    await #expect(throws: NumberedSource.Failure()) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("nothing is read before it is asked for, and a few frames ahead at most")
  func lookAhead() async throws {
    let source = NumberedSource(count: 1000)
    var iterator = source.frames.makeAsyncIterator()
    try await Task.sleep(for: .milliseconds(50))
    #expect(source.framesGiven == 0)
    for asked in 1...5 {
      _ = try await iterator.next()
      try await Task.sleep(for: .milliseconds(30))
      #expect((asked...(asked + VideoFrames.lookAhead)).contains(source.framesGiven))
    }
    for _ in 0..<3000 where source.framesGiven <= 5 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(source.framesGiven > 5, "it does read ahead")
  }

  @Test("cancelling the task ends a wait at once and closes the source")
  func cancellation() async throws {
    let source = NumberedSource(count: 10, blocksAt: 3)
    let counter = FrameCounter()
    let task = Task {
      do {
        for try await _ in source.frames { counter.add() }
      } catch {
        return error is CancellationError
      }
      return false
    }
    try await counter.wait(for: 3)
    let start = ContinuousClock.now
    task.cancel()
    let isCancelled = await task.value
    print("cancelled after \((ContinuousClock.now - start) / .milliseconds(1)) ms")
    #expect(counter.count == 3)
    #expect(isCancelled)
    #expect(source.isClosed)
  }

  @Test("a task that is cancelled already reads nothing")
  func cancelledBefore() async {
    let source = NumberedSource(count: 10)
    let isCancelled = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var iterator = source.frames.makeAsyncIterator()
      do {
        _ = try await iterator.next()
        return false
      } catch {
        return error is CancellationError
      }
    }.value
    #expect(isCancelled)
    #expect(source.framesGiven == 0)
  }

  @Test("leaving the loop stops the decoding")
  func leaving() async throws {
    let source = NumberedSource(count: 1_000_000)
    for try await frame in source.frames where frame.index == 3 { break }
    for _ in 0..<100 where !source.isClosed { try await Task.sleep(for: .milliseconds(10)) }
    #expect(source.isClosed)
    #expect(source.framesGiven <= 4 + VideoFrames.lookAhead)
  }

  @Test("many sources that wait leave the tasks' own threads free")
  func threadPool() async throws {
    let sources = (0..<64).map { _ in NumberedSource(count: 2, blocksAt: 1) }
    let tasks = sources.map { source in
      Task { for try await _ in source.frames {} }
    }
    for _ in 0..<3000 where !sources.allSatisfy({ $0.framesGiven == 1 }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<100 { group.addTask { number } }
      return await group.reduce(0, +)
    }
    #expect(sum == 4950)
    #expect(sources.allSatisfy { $0.framesGiven == 1 })
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
  }

  @Test("a file read this way gives what the reader gives", .needs(.ffmpeg))
  func file() async throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.run("-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "20", folder.path("a.mp4"))
    var (hashes, times) = ([String](), [Int]())
    for try await frame in try VideoReader(contentsOfFile: folder.path("a.mp4")).frames {
      hashes.append(try PixelHash.hex(frame.image.packedBytes))
      times.append(frame.timestampInMilliseconds)
    }
    let expected = try NetworkStreamTests.readAll(VideoReader(contentsOfFile: folder.path("a.mp4")))
    #expect(times.count == 20)
    #expect(hashes == expected.pixels)
    #expect(times == expected.times)
  }

  @Test(
    "Whoever leaves the loop and reads on is told that the source is closed, rather than given some frames or none",
    .needs(.ffmpeg))
  func readingOn() async throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.run("-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "20", folder.path("a.mp4"))
    let reader = try VideoReader(contentsOfFile: folder.path("a.mp4"))
    #expect(try reader.next()?.index == 0)
    for try await frame in reader.frames {
      #expect(frame.index == 1)
      #expect(throws: TasksError.self) { try reader.next() }
      break
    }
    let error = #expect(throws: TasksError.self) { try reader.next() }
    #expect(error?.code == .failedPreconditionError && error?.message.contains("open another one") == true)
    // A loop that runs to the end leaves nothing to lose.
    let whole = try VideoReader(contentsOfFile: folder.path("a.mp4"))
    for try await _ in whole.frames {}
    #expect(try whole.next() == nil)
  }

  @Test("cancelling ends a read that waits for the network")
  func network() async throws {
    let server = try NetworkStreamTests.silentServer()
    let stream = try NetworkStream(address: server.address(), options: NetworkStreamTests.quick(read: 60))
    let counter = FrameCounter()
    let task = Task {
      do { for try await _ in stream.frames { counter.add() } } catch {}
    }
    try await counter.wait(for: 3)
    let start = ContinuousClock.now
    task.cancel()
    await task.value
    // The pump's thread holds the stream's lock until its read has ended.
    #expect(try stream.reading.read() == nil)
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    print("a read from the network ended \(time) ms after the cancellation")
    // Other tests may hold all of the tasks' threads for some seconds; without the interruption it would be 60.
    #expect(time < 30_000)
  }

  @Test("A thread counts in the budget while it decodes, and not before or after")
  func budget() throws {
    final class Frames: FrameSequence {
      let threads: ThreadBudget
      var counts: [Int] = []
      init(_ threads: ThreadBudget) { self.threads = threads }

      func next() throws -> VideoFrame? {
        counts.append(threads.activeCount)
        throw TasksError(.dataLossError, "a damaged file")
      }
    }
    let threads = ThreadBudget(threadCount: 2, within: nil)
    let before = threads.activeCount
    for (budget, count) in [(threads, before + 1), (nil, before)] {
      let frames = Frames(threads)
      let reading = FrameReading(frames, Interruption(), threads: budget)
      #expect(throws: TasksError.self) { try reading.read() }
      #expect(frames.counts == [count] && threads.activeCount == before)
    }
  }
}
