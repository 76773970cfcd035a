import Foundation
import Testing
import VisionInference

@testable import CPUKernels

@Suite("Threads that concurrent inferences divide")
struct ThreadBudgetTests {
  @Test("An inference alone has all threads; each one more leaves equal shares, rounded down, and at least one")
  func shares() {
    let threads = ThreadBudget(threadCount: 8, within: nil)
    #expect(threads.share == 8)
    let shares = [4, 2, 2, 1, 1, 1, 1, 1, 1]
    for share in shares {
      threads.begin()
      #expect(threads.share == share)
    }
    for _ in shares { threads.end() }
    #expect(threads.share == 8)
  }

  @Test("Tasks share the processors: one on four of them has its two threads, with two more tasks one thread")
  func processors() {
    let processors = ThreadBudget(threadCount: 4, within: nil)
    let tasks = (0..<3).map { _ in ThreadBudget(threadCount: 2, within: processors) }
    processors.end()
    processors.whileActive {
      #expect(tasks[0].share == 2)
      processors.whileActive {
        #expect(tasks[0].share == 2)
        processors.whileActive { #expect(tasks.map(\.share) == [1, 1, 1]) }
      }
      // The second inference of one task is one more on the processors too.
      tasks[0].begin()
      #expect(tasks[0].share == 1)
      #expect(tasks[1].share == 2)
      tasks[0].end()
    }
  }

  @Test("A thread counts as active until its work ends or throws")
  func ends() throws {
    struct Failure: Error {}
    let threads = ThreadBudget(threadCount: 2, within: nil)
    #expect(throws: Failure.self) { try threads.whileActive { throw Failure() } }
    #expect(threads.share == 2)
  }

  @Test("A pool uses its share only, and all threads again when it has them; every number is called once")
  func pool() {
    let threads = ThreadBudget(threadCount: 3, within: nil)
    let pool = KernelThreadPool(threads: threads)
    let count = 400
    let callers = UnsafeMutableBufferPointer<UInt>.allocate(capacity: count)
    defer { callers.deallocate() }
    let own = UInt(bitPattern: Thread.current.hash)
    var others = 0
    for round in 0..<200 {
      callers.initialize(repeating: 0)
      let isAlone = round.isMultiple(of: 2)
      if !isAlone { for _ in 0..<2 { threads.begin() } }
      pool.share(count) { index in
        callers[index] &+= UInt(bitPattern: Thread.current.hash)
        if isAlone { usleep(5) }
      }
      if isAlone {
        #expect(!callers.contains(0))
        others += callers.count { $0 != own }
      } else {
        #expect(callers.allSatisfy { $0 == own }, "with three inferences each runs on its own thread")
        for _ in 0..<2 { threads.end() }
      }
    }
    #expect(others > 0, "alone, other threads help")
  }
}
