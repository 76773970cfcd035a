import CVisionConvolution
import Foundation
import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine

@Suite("The threads of a pool")
struct KernelThreadPoolTests {
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

  @Test("Every index below the count is called once, with and without a thread pool", arguments: [1, 2, 3])
  func share(members: Int) {
    let team = KernelThreadPool(threadCount: members)
    let calls = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 100)
    defer { calls.deallocate() }
    calls.initialize(repeating: 0)
    for _ in 0..<50 { team.share(100) { calls[$0] += 1 } }
    #expect(calls.allSatisfy { $0 == 50 })
  }

  @Test("Consecutive kernels have the same sums, whether the pool's threads spin or sleep")
  func team() {
    var generator = SeededGenerator(seed: 1)
    let sample = SparseSample(pixels: 300, inputs: 16, outputs: 16, using: &generator)
    let expected = sample.run { vision_sparse_plain($0, $1, $2, $3, $4) }
    for members in [1, 2, 4, 64, 100] {
      let team = KernelThreadPool(threadCount: members)
      #expect(vision_thread_pool_thread_count(team.limited) == min(members, 64))
      for round in 0..<200 {
        if round % 50 == 49 { Thread.sleep(forTimeInterval: 0.002) }
        #expect(sample.run { vision_sparse($0, $1, $2, $3, $4, team.limited) } == expected)
      }
    }
  }
}
