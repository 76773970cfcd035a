import Foundation
import Testing
import VisionCore

@Suite("A queue between threads and tasks", .timeLimit(.minutes(2)))
struct BoundedQueueTests {
  struct Failure: Error {}

  @Test("Between threads it keeps the order, and never holds more than its capacity", arguments: [1, 3, .max])
  func order(capacity: Int) {
    let queue = BoundedQueue<Int>(capacity: capacity)
    // Written by the producing thread before `finish`, read by the test after it.
    nonisolated(unsafe) var largestCount = 0
    let producer = CompanionThread(name: "test") {
      for number in 0..<500 {
        queue.push(number)
        largestCount = max(largestCount, queue.count)
      }
      queue.finish()
    }
    producer.start()
    var numbers: [Int] = []
    while let number = queue.pop() { numbers.append(number) }
    producer.finish()
    #expect(numbers == Array(0..<500) && largestCount <= capacity)
  }

  @Test("Several threads at each end pass every element once", arguments: [1, 3, .max])
  func manyThreads(capacity: Int) {
    let queue = BoundedQueue<Int>(capacity: capacity)
    let taken = Locked<[Int]>([])
    let consumers = (0..<4).map { _ in
      CompanionThread(name: "consumer") {
        while let number = queue.pop() { taken.withLock { $0.append(number) } }
      }
    }
    let producers = (0..<4).map { part in
      CompanionThread(name: "producer") { for number in 0..<200 { queue.push(part * 200 + number) } }
    }
    for thread in consumers + producers { thread.start() }
    for thread in producers { thread.finish() }
    queue.finish()
    for thread in consumers { thread.finish() }
    #expect(taken.withLock { $0.sorted() } == Array(0..<800))
  }

  @Test("An element of a thread that must not block is appended to a full queue, in its order; not to a finished one")
  func atOnce() {
    let queue = BoundedQueue<Int>(capacity: 1)
    queue.push(1)
    queue.pushAtOnce(2)
    #expect(queue.pop() == 1 && queue.pop() == 2)
    queue.finish()
    queue.pushAtOnce(3)
    #expect(queue.pop() == nil)
  }

  private final class Memory: Sendable {
    let release: @Sendable () -> Void
    init(release: @escaping @Sendable () -> Void) { self.release = release }
    deinit { release() }
  }

  @Test("What it drops is released where the queue can be used", .timeLimit(.minutes(1)))
  func unlockedRelease() {
    let (queue, released) = (BoundedQueue<Memory>(), Locked(0))
    func memory() -> Memory { Memory { released.withLock { $0 += queue.count >= 0 ? 1 : 0 } } }
    for _ in 0..<3 { queue.pushNewest(memory()) }
    #expect(released.withLock { $0 } == 2)
    queue.push(memory())
    queue.removeAll { _ in true }
    #expect(released.withLock { $0 } == 4)
    queue.push(memory())
    queue.close()
    #expect(released.withLock { $0 } == 5)
  }

  @Test("Once finished it accepts nothing, and gives what it has")
  func finished() async throws {
    let queue = BoundedQueue<Int>(capacity: 2)
    #expect(queue.push(1))
    queue.finish()
    #expect(!queue.push(2) && !queue.blockUntilRoom() && !queue.pushNewest(3))
    #expect(await queue.waitForRoom() == false)
    #expect(queue.pop() == 1)
    #expect(queue.pop() == nil && queue.pop(.never) == nil)
    #expect(try await queue.next() == nil)
  }

  @Test("Closing discards the elements and lets every waiting thread go on")
  func closed() async throws {
    let queue = BoundedQueue<Int>(capacity: 1)
    #expect(queue.push(1))
    let refused = Locked(0)
    let producer = CompanionThread(name: "test") { if !queue.push(2) { refused.withLock { $0 += 1 } } }
    producer.start()
    usleep(20_000)
    queue.close()
    producer.finish()
    #expect(refused.withLock { $0 } == 1 && queue.isClosed && queue.count == 0)
    #expect(queue.pop() == nil)
    await #expect(throws: CancellationError.self) { try await queue.next() }
    let empty = BoundedQueue<Int>()
    let consumer = CompanionThread(name: "test") { if empty.pop() == nil { refused.withLock { $0 += 1 } } }
    consumer.start()
    usleep(20_000)
    empty.close()
    consumer.finish()
    #expect(refused.withLock { $0 } == 2)
  }

  @Test("A task receives the elements of a thread, then the error once, then the end")
  func errors() async throws {
    let queue = BoundedQueue<Int>(capacity: 2)
    Thread.detachNewThread {
      for number in 0..<100 { queue.push(number) }
      queue.finish(.failure(Failure()))
    }
    for number in 0..<100 { #expect(try await queue.next() == number) }
    await #expect(throws: Failure.self) { try await queue.next() }
    #expect(try await queue.next() == nil)
  }

  @Test("A producing task waits for room until an element is taken or the queue closed", arguments: [false, true])
  func room(isClosed: Bool) async throws {
    let queue = BoundedQueue<Int>(capacity: 1)
    #expect(await queue.waitForRoom())
    queue.push(1)
    let hasRoom = Locked<Bool?>(nil)
    let producer = Task {
      let answer = await queue.waitForRoom()
      hasRoom.withLock { $0 = answer }
    }
    try await Task.sleep(for: .milliseconds(20))
    #expect(hasRoom.withLock { $0 } == nil)
    if isClosed { queue.close() } else { #expect(try await queue.next() == 1) }
    await producer.value
    #expect(hasRoom.withLock { $0 } == !isClosed)
  }

  @Test("Waiting tasks block no thread: many more than processors wait, and others run")
  func cooperativeThreads() async throws {
    let queues = (0..<200).map { _ in BoundedQueue<Int>(capacity: 1) }
    try await withThrowingTaskGroup(of: Int?.self) { group in
      for queue in queues { group.addTask { try await queue.next() } }
      try await Task.sleep(for: .milliseconds(20))
      for (number, queue) in queues.enumerated() { queue.push(number) }
      #expect(try await group.reduce(0) { $0 + ($1 ?? 0) } == 199 * 100)
    }
  }

  @Test("A second task that waits for an element is refused, with the name of the elements")
  func twoConsumers() async throws {
    let queue = BoundedQueue<Int>(of: "frames")
    let messages = BoundedQueue<String>()
    let consumers = (0..<2).map { _ in
      Task {
        do { return try await queue.next() } catch let error as TasksError {
          messages.push(error.message)
          return nil
        }
      }
    }
    #expect(try await messages.next() == "Take the frames of one iterator from one task at a time.")
    queue.push(1)
    var received: [Int] = []
    for consumer in consumers { if let number = try await consumer.value { received.append(number) } }
    #expect(received == [1] && messages.count == 0)
  }

  @Test("As a mailbox it keeps the newest element, and reports those that it replaces")
  func newest() async throws {
    let queue = BoundedQueue<Int>(capacity: 1)
    #expect(!queue.pushNewest(1) && queue.pushNewest(2) && queue.pushNewest(3))
    #expect(try await queue.next() == 3)
    let consumer = Task { try await queue.next() }
    try await Task.sleep(for: .milliseconds(20))
    #expect(!queue.pushNewest(4))
    #expect(try await consumer.value == 4)
    queue.close()
    #expect(!queue.pushNewest(5) && queue.count == 0)
  }

  @Test("Elements come out in the order of their places, whenever they are ready")
  func places() async throws {
    let queue = BoundedQueue<String>()
    var numbers: [Int] = []
    for _ in 0..<3 { queue.reserve { numbers.append($0) } }
    #expect(numbers == [0, 1, 2] && queue.count == 3)
    queue.fill(1, with: "b")
    #expect(queue.pop(.never) == nil)
    let consumer = Task { try await queue.next() }
    queue.fill(0, with: "a")
    #expect(try await consumer.value == "a")
    #expect(queue.pop(.whileReserved) == "b")
    let thread = CompanionThread(name: "test") { queue.fill(2, with: "c") }
    thread.start()
    #expect(queue.pop(.whileReserved) == "c")
    thread.finish()
    #expect(queue.pop(.whileReserved) == nil && queue.count == 0)
    queue.reserve { numbers.append($0) }
    queue.finish()
    #expect(numbers.last == 3)
    queue.fill(3, with: "d")
    #expect(queue.pop() == "d" && queue.pop() == nil)
    queue.reserve { _ in Issue.record("a place of a queue that has ended") }
    let closed = BoundedQueue<String>()
    closed.reserve { numbers.append($0) }
    closed.close()
    closed.fill(0, with: "late")
    #expect(closed.count == 0)
  }

  @Test("Places count until their elements are taken, so that no more are computed ahead")
  func placesAndRoom() async throws {
    let queue = BoundedQueue<Int>(capacity: 2)
    queue.reserve { _ in }
    #expect(await queue.waitForRoom())
    queue.reserve { _ in }
    let producer = Task { await queue.waitForRoom() }
    queue.fill(1, with: 11)
    queue.fill(0, with: 10)
    #expect(queue.count == 2)
    #expect(try await queue.next() == 10)
    #expect(await producer.value)
  }

  @Test("Elements are released when they are taken, removed or discarded")
  func release() {
    final class Element: Sendable {}
    let queue = BoundedQueue<Element>()
    var elements: [Weak] = []
    struct Weak { weak var element: Element? }
    for _ in 0..<6 {
      let element = Element()
      elements.append(Weak(element: element))
      queue.push(element)
    }
    var alive: [Bool] { elements.map { $0.element != nil } }
    _ = queue.pop()
    #expect(alive == [false, true, true, true, true, true])
    queue.removeAll { $0 === elements[2].element }
    #expect(alive == [false, true, false, true, true, true] && queue.count == 4)
    queue.close()
    #expect(alive.allSatisfy { !$0 })
  }
}
