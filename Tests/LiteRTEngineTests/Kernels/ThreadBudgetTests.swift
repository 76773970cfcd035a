import CVisionConvolution
import Foundation
import Testing
import VisionInference

@testable import LiteRTEngine

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

  @Test("A thread pool uses its share, then all threads again when the others end; every index is called once")
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
        others += callers.count { $0 != own }
      } else {
        #expect(callers.allSatisfy { $0 == own }, "with three inferences each runs on its own thread")
        for _ in 0..<2 { threads.end() }
      }
    }
    #expect(others > 0, "alone, other threads help")
    others = 0
    for _ in 0..<200 {
      pool.rest()
      callers.initialize(repeating: 0)
      pool.share(count) { index in
        callers[index] &+= UInt(bitPattern: Thread.current.hash)
        usleep(5)
      }
      others += callers.count { $0 != own }
    }
    #expect(others > 0, "after a rest, other threads help")
  }

  /// Who computed the parts of one kernel.
  private struct Parts {
    static let count = 300
    let calls: UnsafeMutablePointer<Int32>
    let threads: UnsafeMutablePointer<Int32>
  }

  @Test("With any thread limit each part is computed once, also after idle threads slept")
  func limits() throws {
    let pool = vision_thread_pool_create(4)
    defer { vision_thread_pool_destroy(pool) }
    let parts = Parts(
      calls: .allocate(capacity: Parts.count), threads: .allocate(capacity: Parts.count))
    defer {
      parts.calls.deallocate()
      parts.threads.deallocate()
    }
    for round in 0..<400 {
      let limit = [4, 2, 1, 3, 4, 2, 3][round % 7] as Int32
      vision_thread_pool_limit(pool, limit)
      #expect(vision_thread_pool_thread_count(pool) == limit)
      parts.calls.initialize(repeating: 0, count: Parts.count)
      withUnsafePointer(to: parts) {
        vision_thread_pool_run(
          pool,
          { work, part, thread in
            guard let parts = work?.assumingMemoryBound(to: Parts.self).pointee else { return }
            // Each part has its own counter, so only a part computed twice could be counted wrongly.
            parts.calls[Int(part)] += 1
            parts.threads[Int(part)] = thread
          }, $0, Int32(Parts.count))
      }
      #expect((0..<Parts.count).allSatisfy { parts.calls[$0] == 1 && parts.threads[$0] < limit }, "round \(round)")
      // Beyond the time that helpers spin.
      if round % 5 == 0 { usleep(400) }
    }
    for limit in [-1, 0, 99] as [Int32] {
      vision_thread_pool_limit(pool, limit)
      #expect((1...4).contains(vision_thread_pool_thread_count(pool)))
    }
    vision_thread_pool_limit(nil, 2)
  }
}
