import Foundation
import Testing

@testable import VisionStudio

@Suite("An amount that visitors share")
struct FairBudgetTests {
  /// What was done, in order; guarded by its isolation.
  private actor Diary {
    var lines: [String] = []
    var running = 0
    var most = 0
    func note(_ line: String) { lines.append(line) }
    func begin(_ amount: Int) {
      running += amount
      most = max(most, running)
    }
    func end(_ amount: Int) { running -= amount }
  }

  /// Waits until a number of callers wait or hold; they are started one after another.
  private func settle() async throws { try await Task.sleep(for: .milliseconds(30)) }

  @Test("Never more than there is is in use, everybody is served, and nothing is left in use")
  func bounded() async throws {
    let (budget, diary) = (FairBudget(total: 10), Diary())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          // 13 is more than there is and counts as 10.
          let amount = [1, 3, 10, 13, 0][number % 5]
          try await budget.with(amount, for: "\(number % 7)") {
            await diary.begin(min(amount, 10))
            await Task.yield()
            await diary.end(min(amount, 10))
            await diary.note("")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await diary.lines.count == 200)
    #expect(await diary.most <= 10)
    #expect(budget.available == 10)
  }

  @Test("Those who wait take turns by visitor, and nobody overtakes one who needs much")
  func fair() async throws {
    let (budget, diary) = (FairBudget(total: 2), Diary())
    let (stream, gate) = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      try await budget.with(2, for: "a") { for await _ in stream { break } }
    }
    try await settle()
    var waiting: [Task<Void, any Error>] = []
    for (visitor, amount) in [("a", 1), ("a", 1), ("b", 2), ("c", 1)] {
      waiting.append(Task { try await budget.with(amount, for: visitor) { await diary.note("\(visitor)\(amount)") } })
      try await settle()
    }
    #expect(await diary.lines.isEmpty)
    gate.yield()
    try await first.value
    for task in waiting { try await task.value }
    #expect(await diary.lines == ["a1", "b2", "c1", "a1"])
  }

  @Test("A visitor holds no more than a part, and others are let in meanwhile")
  func part() async throws {
    let budget = FairBudget(total: 4, most: 1)
    let (stream, gate) = AsyncStream.makeStream(of: Void.self)
    let first = Task { try await budget.with(1, for: "a") { for await _ in stream { break } } }
    try await settle()
    let (diary, second) = (Diary(), Task { try await budget.with(1, for: "a") {} })
    try await settle()
    try await budget.with(1, for: "b") { await diary.note("b") }
    #expect(await diary.lines == ["b"] && budget.available == 3)
    gate.yield()
    try await first.value
    try await second.value
    #expect(budget.available == 4)
  }

  @Test("Who is cancelled waits no more and lets the next one in; an error gives the amount back")
  func cancelled() async throws {
    let budget = FairBudget(total: 2)
    let (stream, gate) = AsyncStream.makeStream(of: Void.self)
    let first = Task { try await budget.with(1, for: "a") { for await _ in stream { break } } }
    try await settle()
    let large = Task { try await budget.with(2, for: "b") {} }
    try await settle()
    let small = Task { try await budget.with(1, for: "c") {} }
    try await settle()
    large.cancel()
    await #expect(throws: CancellationError.self) { try await large.value }
    try await small.value
    gate.yield()
    try await first.value
    await #expect(throws: CocoaError.self) { try await budget.with(2, for: "a") { throw CocoaError(.fileNoSuchFile) } }
    #expect(budget.available == 2)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await budget.with(1, for: "a") {}
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(budget.available == 2)
  }
}
