import Foundation
import MediaPipeTasksVision
import Testing

@Suite("A thread beside its owner's")
struct CompanionThreadTests {
  /// Written by the thread, read by the owner after `finish()`: the hand-over is what is tested, so there is no lock.
  private final class Box: @unchecked Sendable {
    var runs = 0
    var isReleased = false
  }

  @Test("Every start runs the work once, and finish waits for it")
  func rounds() throws {
    let box = Box()
    let thread = CompanionThread(name: "test") { box.runs += 1 }
    for round in 1...1000 {
      thread.start()
      try thread.finish()
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
}
