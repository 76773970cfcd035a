import Foundation
import TestSupport
import Testing
import VisionCore

@Suite("A thread beside its owner's")
struct CompanionThreadTests {
  /// Written by the thread, read by the owner after `finish()`: the hand-over is what is tested, so there is no lock.
  private final class Box: @unchecked Sendable {
    var runs = 0
    var isReleased = false
  }

  @Test("Every start runs the work once, and finish waits for it")
  func rounds() {
    let box = Box()
    let thread = CompanionThread(name: "test") { box.runs += 1 }
    for round in 1...1000 {
      thread.start()
      thread.finish()
      #expect(box.runs == round)
    }
  }

  @Test("An error of the work reaches finish, once")
  func errors() throws {
    let box = Box()
    let thread = CompanionThread(name: "test") {
      box.runs += 1
      if box.runs == 1 { throw TasksError.internalFailure("first") }
    }
    thread.start()
    #expect(throws: TasksError.internalFailure("first")) { try thread.finish() }
    thread.start()
    try thread.finish()
  }

  @Test("Errors come when both parts have ended, that of the work first")
  func beside() throws {
    let box = Box()
    let thread = CompanionThread(name: "test") {
      usleep(1000)
      box.runs += 1
      if box.runs == 1 { throw TasksError.internalFailure("work") }
    }
    for expected in ["work", "other"] {
      #expect(throws: TasksError.internalFailure(expected)) {
        try thread.run(beside: { throw TasksError.internalFailure("other") })
      }
    }
    #expect(box.runs == 2)
    #expect(try thread.run(beside: { 1 }) == 1 && box.runs == 3)
  }

  @Test("A wait that is limited ends while the work is blocked", .timeLimit(.minutes(1)))
  func limit() {
    let gate = DispatchSemaphore(value: 0)
    let thread = CompanionThread(name: "test", isInBackground: true) { gate.wait() }
    thread.start()
    thread.finish(within: 0.01)
    gate.signal()
    thread.finish()
  }

  @Test("Its threads are divided while it works, and all its own while the owner waits; errors change nothing")
  func threads() throws {
    let threads = ThreadBudget(threadCount: 4, within: nil)
    let (box, gate) = (Box(), DispatchSemaphore(value: 0))
    let thread = CompanionThread(name: "test", threads: threads) {
      gate.wait()
      // The owner counts itself out before it waits.
      while threads.activeCount > 1 { usleep(100) }
      #expect(threads.share == 4)
      box.runs += 1
      if box.runs == 2 { throw TasksError.internalFailure("second") }
    }
    for round in 1...3 {
      #expect(threads.share == 4)
      thread.start()
      #expect(threads.share == 2)
      gate.signal()
      let result = Result { try thread.finish() }
      #expect((try? result.get()) == nil || round != 2)
      #expect(box.runs == round)
    }
    #expect(threads.activeCount == 1)
  }

  @Test("The thread ends with its owner and lets go of the work")
  func end() {
    final class Token: Sendable {
      let onRelease: @Sendable () -> Void
      init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
    }
    let released = DispatchSemaphore(value: 0)
    do {
      let token = Token { released.signal() }
      _ = CompanionThread(name: "test") { withExtendedLifetime(token) {} }
    }
    #expect(released.wait(timeout: .now() + 10) == .success)
  }

  #if os(Linux)
    @Test("Without a thread the owner is told why, and finish does the work", .timeLimit(.minutes(1)))
    func noThread() async {
      await #expect(processExitsWith: .success) {
        try #require(ThreadLimit.forbidThreads())
        let error = try #require(throws: TasksError.self) { try Thread.start(name: "test") {} }
        #expect(error.code == .resourceExhaustedError)
        #expect(error.message.contains("The thread \"test\" cannot be started: "))
        #expect(error.message.contains("ulimit -u"))
        let box = Box()
        let threads = ThreadBudget(threadCount: 2, within: nil)
        let thread = CompanionThread(name: "test", threads: threads) { box.runs += 1 }
        #expect(throws: error) { try thread.startAlone() }
        for round in 1...2 {
          thread.start()
          thread.finish()
          #expect(box.runs == round && threads.activeCount == 1)
        }
      }
    }
  #endif
}
