import Testing
import VisionCore

@Suite("Thread budget shared by concurrent inferences")
struct ThreadBudgetTests {
  @Test("One inference has all threads; several have equal shares, rounded down, of at least one")
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
}
