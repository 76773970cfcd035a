import Foundation
import Testing

@testable import VisionCommand

@Suite("The queue between threads")
struct BoundedQueueTests {
  @Test("Keeps the order, and never holds more than its capacity", arguments: [1, 3])
  func order(capacity: Int) {
    let queue = BoundedQueue<Int>(capacity: capacity)
    // Sendable: touched by the giving thread before `done`, by the test after it.
    nonisolated(unsafe) var largestLead = 0
    let taken = Counter()
    let done = WorkerThread.start(name: "test") {
      for number in 0..<500 {
        _ = queue.push(number)
        largestLead = max(largestLead, number + 1 - taken.value)
      }
      queue.close()
    }
    var numbers: [Int] = []
    while let number = queue.pop() {
      numbers.append(number)
      taken.add()
    }
    done.wait()
    #expect(numbers == Array(0..<500))
    // One more is on its way between queue and counter.
    #expect(largestLead <= capacity + 1)
  }

  @Test("A closed queue takes nothing in, gives what it has, and lets nobody wait")
  func closing() {
    let queue = BoundedQueue<Int>(capacity: 2)
    #expect(queue.push(1))
    queue.close()
    #expect(!queue.push(2))
    #expect(queue.pop() == 1)
    #expect(queue.pop() == nil)
  }

  @Test("Closing wakes a giver that waits for room, and drops what waits if asked to", .timeLimit(.minutes(1)))
  func waking() {
    let queue = BoundedQueue<Int>(capacity: 1)
    #expect(queue.push(1))
    let result = Counter()
    let done = WorkerThread.start(name: "test") { if !queue.push(2) { result.add() } }
    usleep(20_000)
    queue.close(droppingRest: true)
    done.wait()
    #expect(result.value == 1)
    #expect(queue.pop() == nil)
  }

  /// A number that threads count up. Sendable: touched under the lock only.
  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    var value: Int { lock.withLock { count } }
    func add() { lock.withLock { count += 1 } }
  }

  @Test("A stop signal wakes everybody once, and those who come late at once")
  func stopSignal() {
    let signal = StopSignal()
    let woken = Counter()
    signal.onRaise { woken.add() }
    #expect(!signal.isRaised && woken.value == 0)
    signal.raise()
    signal.raise()
    #expect(signal.isRaised && woken.value == 1)
    signal.onRaise { woken.add() }
    #expect(woken.value == 2)
  }
}
