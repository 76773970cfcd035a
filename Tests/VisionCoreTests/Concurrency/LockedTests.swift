import Foundation
import Testing
import VisionCore

@Suite("A value behind a lock")
struct LockedTests {
  struct Failure: Error {}

  @Test("Changes of many threads are all counted")
  func threads() {
    let count = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 8000)
  }

  @Test("After an error the lock is free, and earlier changes stay")
  func error() {
    let values = Locked([1])
    #expect(throws: Failure.self) {
      try values.withLock { list in
        list.append(2)
        throw Failure()
      }
    }
    #expect(values.withLock { $0 } == [1, 2])
  }

  @Test("The closure's result and its error type are the caller's")
  func result() throws(Failure) {
    let text = Locked("abc")
    let length = try text.withLock { (text: inout String) throws(Failure) in text.count }
    #expect(length == 3)
  }

  @Test("A value that cannot be shared is freed with its lock")
  func lifetime() {
    final class Resource {}
    weak var resource: Resource?
    do {
      let made = Resource()
      resource = made
      let locked = Locked(made)
      #expect(locked.withLock { $0 === made })
    }
    #expect(resource == nil)
  }
}
