import Foundation
import MediaPipeTasksVision
import Testing

@testable import VisionTasks

@Suite("Live-stream mode")
struct LiveStreamTests {
  private let image: MPImage
  private let log = FakePipeline.Log()
  private let deliveries = Deliveries()

  init() throws { image = try MPImage(imageBuffer: ImageBuffer(width: 2, height: 2, format: .rgb)) }

  private func runner(_ work: @escaping @Sendable (Int) throws -> Void) -> VisionTaskRunner<TaskResult> {
    VisionTaskRunner(pipeline: FakePipeline(log: log, work: work), mode: .liveStream, taskName: "test") {
      [deliveries] in deliveries.add($0, $1)
    }
  }

  /// A task whose delegate runs `hold` for every result.
  private func runner(holding hold: @escaping @Sendable () -> Void) -> VisionTaskRunner<TaskResult> {
    VisionTaskRunner(pipeline: FakePipeline(log: log), mode: .liveStream, taskName: "test") {
      [deliveries] in deliveries.add($0, $1, hold: hold)
    }
  }

  @Test("Of a burst the first and the last frame are answered, the others are dropped and counted")
  func burst() throws {
    let gate = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    let runner = runner { _ in
      started.signal()
      gate.wait()
    }
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: 0)
    started.wait()
    // The task is busy: sending returns at once all the same, or this test would hang here.
    for timestamp in 1..<100 { try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestamp) }
    gate.signal()
    gate.signal()
    #expect(deliveries.wait(for: 2))
    #expect(deliveries.all.map(\.timestamp) == [0, 99])
    #expect(runner.droppedFrameCount == 98)
  }

  @Test("Answers come in order, one at a time, on one serial queue of the task, not the caller's")
  func order() throws {
    let runner = runner { _ in usleep(300) }
    runner.deliveryQueue.setSpecific(key: Deliveries.queueKey, value: 1)
    for timestamp in 0..<200 {
      try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestamp)
      if timestamp % 10 == 0 { usleep(1000) }
    }
    #expect(deliveries.wait(for: 1))
    while log.timestamps.last != 199, deliveries.wait(for: deliveries.all.count + 1) {}
    let all = deliveries.all
    #expect(all.map(\.timestamp) == all.map(\.timestamp).sorted())
    #expect(all.filter { !$0.isOnDeliveryQueue }.isEmpty)
    #expect(runner.deliveryQueue.label.hasPrefix("com.mediapipe.tasks.vision.test_"))
    #expect(deliveries.overlaps == 0)
    #expect(log.overlaps == 0)
  }

  @Test("Every frame is answered or counted as dropped")
  func accounting() throws {
    let runner = runner { _ in usleep(500) }
    let sent = 300
    for timestamp in 0..<sent { try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestamp) }
    let deadline = Date(timeIntervalSinceNow: 10)
    while deliveries.all.count + runner.droppedFrameCount < sent, Date() < deadline { usleep(1000) }
    #expect(deliveries.all.count + runner.droppedFrameCount == sent)
  }

  @Test("A dropped frame's timestamp counts: equal and lower ones are refused, the stream goes on")
  func droppedTimestamps() throws {
    let gate = DispatchSemaphore(value: 0)
    let runner = runner { _ in gate.wait() }
    for timestamp in [0, 10, 20] { try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestamp) }
    #expect(throws: TasksError.self) { try runner.processLiveStreamFrame(image, timestampInMilliseconds: 20) }
    #expect(throws: TasksError.self) { try runner.processLiveStreamFrame(image, timestampInMilliseconds: 10) }
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: 21)
    for _ in 0..<4 { gate.signal() }
    #expect(deliveries.wait(for: 2))
    #expect(deliveries.all.last?.timestamp == 21)
  }

  @Test("A frame that fails is told of, and the next one is answered")
  func failure() throws {
    let runner = runner { if $0 == 1 { throw TasksError.internalFailure("bad frame") } }
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: 1)
    #expect(deliveries.wait(for: 1))
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: 2)
    #expect(deliveries.wait(for: 2))
    #expect(deliveries.all.map(\.failed) == [true, false])
  }

  @Test("A delegate that does not return holds up neither the sender nor the memory: work stops after a few results")
  func stuckDelegate() throws {
    let stuck = DispatchSemaphore(value: 0)
    let runner = runner(holding: { stuck.wait() })
    for timestamp in 0..<500 {
      try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestamp)
      if timestamp % 50 == 0 { usleep(2000) }
    }
    let deadline = Date(timeIntervalSinceNow: 10)
    // One result is with the delegate and one waits for it.
    while runner.droppedFrameCount < 498, Date() < deadline { usleep(1000) }
    #expect(runner.droppedFrameCount == 498)
    // The one that the delegate has, and four.
    #expect(log.timestamps.count <= 5)
    for _ in 0..<10 { stuck.signal() }
    #expect(deliveries.wait(for: 2))
    #expect(deliveries.all.last?.timestamp == log.timestamps.last)
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: 501)
    #expect(deliveries.wait(for: 3))
    #expect(deliveries.all.last?.timestamp == 501)
  }

  @Test("What came while the delegate was busy is answered once, by the newest result")
  func newestResult() throws {
    let (entered, stuck) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let runner = runner(holding: {
      entered.signal()
      stuck.wait()
    })
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: 0)
    entered.wait()
    for timestamp in 1...3 {
      try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestamp)
      let deadline = Date(timeIntervalSinceNow: 10)
      while log.timestamps.last != timestamp, Date() < deadline { usleep(100) }
    }
    // The last one is in work at most; its result follows.
    while runner.droppedFrameCount < 2 { usleep(100) }
    for _ in 0..<10 { stuck.signal() }
    #expect(deliveries.wait(for: 2))
    #expect(deliveries.all.map(\.timestamp) == [0, 3])
  }

  @Test(
    "Results for a delegate that keeps up with half the rate are at most one frame old",
    arguments: [0.1, 0.5, 0.9])
  func halfRate(work: Double) throws {
    // A busy machine may hold up any thread for longer than a frame, hardly three times in a row.
    var all: [Int] = []
    for _ in 0..<3 {
      all = try agesAtHalfRate(work: work)
      if all.filter({ $0 > 1 }).count <= all.count / 10 { break }
    }
    #expect(all.count > 15)
    #expect(all.filter { $0 > 1 }.count <= all.count / 10, "\(all)")
    #expect(all.sorted()[all.count / 2] <= 1)
  }

  /// By how many frames results are old that take a share `work` of the time between frames, for a delegate that takes nearly twice
  /// that time.
  private func agesAtHalfRate(work: Double) throws -> [Int] {
    let interval = 0.02
    let newest = NewestTimestamp()
    let ages = Ages()
    let log = log
    let runner = VisionTaskRunner(
      pipeline: FakePipeline(log: log) { _ in Thread.sleep(forTimeInterval: work * interval) }, mode: .liveStream,
      taskName: "test"
    ) { _, timestamp in
      ages.add(newest.value - timestamp)
      Thread.sleep(forTimeInterval: 1.9 * interval)
    }
    let start = Date()
    for timestamp in 0..<60 {
      Thread.sleep(until: start.addingTimeInterval(Double(timestamp) * interval))
      newest.value = timestamp
      try runner.processLiveStreamFrame(image, timestampInMilliseconds: timestamp)
    }
    return ages.all
  }

  @Test("reset() drops the waiting frame and lets timestamps start anew")
  func reset() throws {
    let gate = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    let runner = runner { _ in
      started.signal()
      gate.wait()
    }
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: 5)
    started.wait()
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: 6)
    // The task is still busy with the first frame, for which reset() waits.
    let isReset = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      runner.reset()
      isReset.signal()
    }
    let deadline = Date(timeIntervalSinceNow: 20)
    while runner.droppedFrameCount == 0, Date() < deadline { usleep(1000) }
    #expect(runner.droppedFrameCount == 1 && log.resets == 0)
    gate.signal()
    isReset.wait()
    #expect(log.resets == 1)
    gate.signal()
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: 0)
    #expect(deliveries.wait(for: 2))
    #expect(deliveries.all.map(\.timestamp) == [5, 0] && runner.droppedFrameCount == 1)
  }

  @Test("Frames that reset() discards before they begin do not count against the delegate, and keep no task")
  func discardedFrames() throws {
    final class Owner {}
    let runner = runner { _ in }
    weak var held: Owner?
    do {
      let owner = Owner()
      held = owner
      for _ in 0..<8 {
        runner.workQueue.suspend()
        try runner.processLiveStreamFrame(image, timestampInMilliseconds: 0, keeping: owner)
        runner.reset()
        runner.workQueue.resume()
        runner.workQueue.sync {}
      }
    }
    #expect(held == nil)
    #expect(runner.droppedFrameCount == 8 && log.timestamps.isEmpty)
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: 1)
    #expect(deliveries.wait(for: 1))
    #expect(deliveries.all.map(\.timestamp) == [1])
  }

  @Test("The function that takes a dropped frame's pixels back may call the task")
  func pixelsGivenBack() throws {
    let (gate, started) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let runner = runner { _ in
      started.signal()
      gate.wait()
    }
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: 0)
    started.wait()
    nonisolated(unsafe) let bytes = UnsafeMutableRawPointer.allocate(byteCount: 3, alignment: 1)
    defer { bytes.deallocate() }
    let (counts, isReset) = (Locked<[Int]>([]), DispatchSemaphore(value: 0))
    for timestamp in 1...2 {
      let pixels = try ImageBuffer(borrowing: bytes, width: 1, height: 1, bytesPerRow: 3, format: .rgb) {
        counts.withLock { $0.append(runner.droppedFrameCount) }
      }
      try runner.processLiveStreamFrame(MPImage(imageBuffer: pixels), timestampInMilliseconds: timestamp)
    }
    Thread.detachNewThread {
      runner.reset()
      isReset.signal()
    }
    let deadline = Date(timeIntervalSinceNow: 10)
    while counts.withLock({ $0.count }) < 2, Date() < deadline { usleep(1000) }
    #expect(counts.withLock { $0 } == [1, 2])
    gate.signal()
    isReset.wait()
  }

  @Test("The task is kept while it has frames to answer, and let go of afterwards")
  func owner() throws {
    final class Owner {}
    let gate = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    let runner = runner { _ in
      started.signal()
      gate.wait()
    }
    weak var held: Owner?
    do {
      let owner = Owner()
      held = owner
      try runner.processLiveStreamFrame(image, timestampInMilliseconds: 0, keeping: owner)
      started.wait()
      try runner.processLiveStreamFrame(image, timestampInMilliseconds: 1, keeping: owner)
    }
    #expect(held != nil)
    gate.signal()
    gate.signal()
    #expect(deliveries.wait(for: 2))
    #expect(deliveries.all.map(\.timestamp) == [0, 1])
    let deadline = Date(timeIntervalSinceNow: 10)
    while held != nil, Date() < deadline { usleep(1000) }
    #expect(held == nil)
  }

  @Test("A failed frame is told of with no result and no timestamp, as in MediaPipe")
  func answers() {
    let good = LiveStreamAnswer(Result<Int, any Error>.success(3), 17)
    #expect(good.result == 3)
    #expect(good.timestamp == 17)
    #expect(good.error == nil)
    let bad = LiveStreamAnswer(Result<Int, any Error>.failure(TasksError.internalFailure("x")), 17)
    #expect(bad.result == nil)
    #expect(bad.timestamp == Int.min)
    #expect(bad.error as? TasksError == .internalFailure("x"))
  }
}

/// The newest frame that was sent. Sendable because the number is touched under the lock only.
private final class NewestTimestamp: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var value: Int {
    get { lock.withLock { number } }
    set { lock.withLock { number = newValue } }
  }
}

/// By how many frames results were old. Sendable because the list is touched under the lock only.
private final class Ages: @unchecked Sendable {
  private let lock = NSLock()
  private var ages: [Int] = []

  var all: [Int] { lock.withLock { ages } }
  func add(_ age: Int) { lock.withLock { ages.append(age) } }
}
