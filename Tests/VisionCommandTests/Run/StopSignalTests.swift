import Testing
import VisionCore

@testable import VisionCommand

@Suite("The stop signal of a run")
struct StopSignalTests {
  @Test("It calls everything that waits for it once, and what comes late at once")
  func stopSignal() {
    let signal = StopSignal()
    let calls = Locked(0)
    signal.onRaise { calls.withLock { $0 += 1 } }
    #expect(!signal.isRaised && calls.withLock { $0 } == 0)
    signal.raise()
    signal.raise()
    #expect(signal.isRaised && calls.withLock { $0 } == 1)
    signal.onRaise { calls.withLock { $0 += 1 } }
    #expect(calls.withLock { $0 } == 2)
  }
}
