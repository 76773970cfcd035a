import NIOCore
import NIOEmbedded
import Testing

@testable import VisionHTTP

@Suite("Work for a connection", .timeLimit(.minutes(1)))
struct ConnectionWorkTests {
  private func table(_ channel: any Channel) -> ConnectionTable {
    let table = ConnectionTable(limits: ConnectionLimits())
    table.add(channel)
    return table
  }

  @Test("Work ends with its result, and is cancelled when the client is gone")
  func cancellation() async throws {
    let channel = NIOAsyncTestingChannel()
    let table = table(channel)
    #expect(try await table.whileOpen(channel) { 7 } == 7)
    let work = Task { try await table.whileOpen(channel) { try await Task.sleep(for: .seconds(60)) } }
    try await Task.sleep(for: .milliseconds(50))
    table.cancelWork(of: channel)
    await #expect(throws: CancellationError.self) { try await work.value }
    // A client can be gone before the work for its request begins.
    await #expect(throws: CancellationError.self) {
      try await table.whileOpen(channel) { try await Task.sleep(for: .seconds(60)) }
    }
    let second = NIOAsyncTestingChannel()
    table.add(second)
    let last = Task { try await table.whileOpen(second) { try await Task.sleep(for: .seconds(60)) } }
    try await Task.sleep(for: .milliseconds(50))
    table.remove(second)
    await #expect(throws: CancellationError.self, "closing ends the work") { try await last.value }
    table.remove(channel)
    await #expect(throws: CancellationError.self) {
      try await table.whileOpen(channel) { try await Task.sleep(for: .seconds(60)) }
    }
    #expect(table.count == 0)
  }
}
