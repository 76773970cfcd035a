import Foundation
import NIOCore
import TestSupport
import Testing
import VisionCore

@testable import VisionServer

@Suite("Memory of requests")
struct MemoryTests {
  private func code(_ body: () throws -> Void) -> TasksErrorCode? {
    do { try body() } catch let error as TasksError { return error.code } catch { return .unknownError }
    return nil
  }

  @Test("A reservation grows, and is free again when it is released or forgotten")
  func reservation() throws {
    let budget = MemoryBudget(limit: 100)
    let first = MemoryReservation(budget)
    try first.grow(by: 40)
    do {
      let second = MemoryReservation(budget)
      try second.grow(by: 60)
      #expect(code { try first.grow(by: 1) } == .resourceExhaustedError && budget.reserved == 100)
    }
    #expect(budget.reserved == 40)
    first.release()
    first.release()
    #expect(budget.reserved == 0)
  }

  @Test("More than all memory is the request's fault: it would never succeed")
  func never() {
    let budget = MemoryBudget(limit: 100)
    #expect(code { try budget.take(101) } == .outOfRangeError)
    #expect(code { try budget.take(.min) } == .outOfRangeError && budget.reserved == 0)
  }

  @Test("Work waits for memory without a thread of its own", .timeLimit(.minutes(1)))
  func waiting() async throws {
    let budget = MemoryBudget(limit: 100)
    try budget.take(60)
    let done = Locked(0)
    // More than there are threads of the concurrency runtime.
    let waiting = (0..<200).map { _ in
      Task {
        try await budget.wait(for: 80)
        done.withLock { $0 += 1 }
        budget.giveBack(80)
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    #expect(done.withLock { $0 } == 0)
    budget.giveBack(60)
    for task in waiting { try await task.value }
    #expect(done.withLock { $0 } == 200 && budget.reserved == 0)
    #expect(code { try budget.take(101) } == .outOfRangeError)
    let error = await #expect(throws: TasksError.self) { try await budget.wait(for: 101) }
    #expect(error?.code == .outOfRangeError)
  }

  @Test("An amount waits behind those that came before, and a cancelled one leaves the line", .timeLimit(.minutes(1)))
  func line() async throws {
    let budget = MemoryBudget(limit: 100)
    try budget.take(60)
    let large = Task { try await budget.wait(for: 80) }
    try await Task.sleep(for: .milliseconds(50))
    let small = Task { try await budget.wait(for: 10) }
    try await Task.sleep(for: .milliseconds(50))
    #expect(budget.reserved == 60, "the small one waits behind the large one")
    large.cancel()
    await #expect(throws: CancellationError.self) { try await large.value }
    try await small.value
    #expect(budget.reserved == 70)
  }

  @Test("The pixels that a file's header states are reserved, and limit what is decoded", .needs(.shared))
  func pixels() throws {
    let file = try SharedFolder.mediaData("thumb_up_teal.png")
    let image = try ImageSource.encoded(ByteBuffer(bytes: file)).image(pixelLimit: 1 << 24)
    let cost = ImageSource.encoded(ByteBuffer(bytes: file)).cost(pixelLimit: 1 << 24)
    #expect(cost.pixels == image.width * image.height && cost.bytes == cost.pixels * 16 + file.count)
    #expect(ImageSource.encoded(ByteBuffer(bytes: [1, 2])).cost(pixelLimit: 10).bytes == 162)
    #expect(ImageSource.pixels(ByteBuffer(), width: 3, height: 2).cost(pixelLimit: 10).bytes == 96)
  }
}
