import Foundation
import Testing

@testable import FirebaseMLVision

@Suite("Parts of a stream: its clock and its completions")
struct StreamPartsTests {
  @Test("A stream's time always rises, whatever times the pictures bring")
  func clock() {
    var clock = FrameClock()
    // By the pictures' own times.
    #expect(clock.time(of: 1000, calledAt: 5) == 40)
    #expect(clock.time(of: 1033, calledAt: 5) == 73)
    // Times that do not rise count as the next frame.
    #expect(clock.time(of: 1033, calledAt: 5) == 113)
    #expect(clock.time(of: 0, calledAt: 5) == 153)
    #expect(clock.time(of: Int.min, calledAt: 5) == 193)
    #expect(clock.time(of: Int.max, calledAt: 5) == 233)
    // Without times by the clock, and at least by a millisecond.
    #expect(clock.time(of: nil, calledAt: 100) == 273)
    #expect(clock.time(of: nil, calledAt: 133) == 306)
    #expect(clock.time(of: nil, calledAt: 133) == 307)
    // A time that no stream has does not stop the clock.
    var last = clock.time(of: 0, calledAt: 133)
    for time in [Int.max, 5, .max, 7, .max] {
      let next = clock.time(of: time, calledAt: 133)
      #expect(next > last)
      last = next
    }
  }

  @Test("Completions are called in order, one at a time")
  func order() {
    let line = CallbackQueue(name: "test")
    let answers = Answers()
    let log = Log()
    for number in 0..<200 {
      line.add {
        log.add(number)
        answers.add(nil, nil)
      }
    }
    #expect(answers.wait(for: 200).count == 200)
    #expect(log.numbers == Array(0..<200))
    #expect(log.mostAtOnce == 1)
  }

  @Test("However many completions wait for a slow one, each is called")
  func many() {
    let line = CallbackQueue(name: "test")
    let answers = Answers()
    let gate = DispatchSemaphore(value: 0)
    line.add { gate.wait() }
    for _ in 0..<2000 { line.add { answers.add(nil, nil) } }
    gate.signal()
    #expect(answers.wait(for: 2000).count == 2000)
  }

  @Test("Those behind one that never returns are called after a moment; up to sixteen may be stuck, then all wait")
  func stuck() {
    let line = CallbackQueue(name: "test", patience: .milliseconds(20))
    let gate = DispatchSemaphore(value: 0)
    let entered = Answers()
    let after = Answers()
    for _ in 0..<16 {
      line.add {
        entered.add(nil, nil)
        gate.wait()
      }
    }
    line.add { after.add(nil, nil) }
    #expect(entered.wait(for: 16).count == 16)
    // As soon as one comes back, it goes on.
    gate.signal()
    #expect(after.wait(for: 1).count == 1)
    for _ in 0..<15 { gate.signal() }
  }

  /// What ran, and how much of it at once. Sendable because it is touched under the lock only.
  private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var numbers: [Int] = []
    private var running = 0
    private(set) var mostAtOnce = 0

    func add(_ number: Int) {
      lock.withLock {
        running += 1
        mostAtOnce = max(mostAtOnce, running)
        numbers.append(number)
      }
      usleep(20)
      lock.withLock { running -= 1 }
    }
  }
}
