import Foundation
import NIOCore
import TestSupport
import Testing
import VisionErrors

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

  @Test("Work on images waits for memory, for a time")
  func waiting() throws {
    let budget = MemoryBudget(limit: 100)
    try budget.take(100)
    #expect(code { try budget.take(1, waitingUntil: Date(timeIntervalSinceNow: 0.05)) } == .resourceExhaustedError)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.05)
      budget.giveBack(100)
    }
    #expect(try budget.with(60, waitingUntil: Date(timeIntervalSinceNow: 60)) { budget.reserved } == 60)
    #expect(budget.reserved == 0)
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
