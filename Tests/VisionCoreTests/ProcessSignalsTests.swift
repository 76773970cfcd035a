import Foundation
import Testing
import VisionCore

@Suite("Signals that the process handles")
struct ProcessSignalsTests {
  @Test("A signal that comes as soon as there is a source is not lost", arguments: [SIGUSR1, SIGUSR2])
  func first(number: Int32) {
    let isHandled = DispatchSemaphore(value: 0)
    let source = ProcessSignals.source(number) { isHandled.signal() }
    kill(getpid(), number)
    #expect(isHandled.wait(timeout: .now() + 60) == .success)
    source.cancel()
  }

  @Test("What is ignored is known")
  func ignored() {
    let before = signal(SIGWINCH, SIG_IGN)
    defer { signal(SIGWINCH, before) }
    #expect(ProcessSignals.isIgnored(SIGWINCH) && !ProcessSignals.isIgnored(SIGABRT))
  }
}
