import Foundation
import NIOCore
import TestSupport
import Testing
import VisionCore

@testable import VisionServer

@Suite("Open streams and sessions", .needs(.shared), .timeLimit(.minutes(3)))
struct StreamStoreTests {
  private let folder: TemporaryFolder
  private let model: ServedModel
  private let pool: InferencePool
  private let service: InferenceService

  init() throws {
    folder = try TemporaryFolder()
    var options = ServerOptions()
    (options.models, options.sessions, options.queue) = (["hand"], 1, 1)
    let models = try ServedModels(options, catalog: SharedFolder.catalog(in: folder))
    let metrics = ServerMetrics(models: ["hand"])
    model = try models.model("hand")
    pool = try InferencePool(models, options: options, metrics: metrics) { MemoryBudget(limit: 1_000_000_000) }
    service = InferenceService(pool: pool, metrics: metrics, pixelLimit: 1 << 24)
  }

  @Test("Streams whose tasks are being opened count")
  func opening() async throws {
    let store = StreamStore(limit: 2, idleSeconds: 60, pool: pool)
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<6 {
        group.addTask {
          do { return try await !store.open(model).id.isEmpty } catch { return false }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(results <= 2)
    #expect(await store.count == results)
  }

  @Test("A stream is closed by its own model's name only, and its place is free then")
  func otherModel() async throws {
    let store = StreamStore(limit: 1, idleSeconds: 60, pool: pool)
    let stream = try await store.open(model)
    let other = try ServedModel(ModelSpec("other=hand")) { _ in model.path }
    await #expect(throws: (any Error).self) { try await store.close(stream.id, of: other) }
    #expect(await store.count == 1)
    await #expect(throws: (any Error).self) { try await store.open(model) }
    try await store.close(stream.id, of: model)
    #expect(await store.count == 0)
    _ = try await store.open(model)
  }

  @Test("A stream is not idle while a frame of it waits or a live request has it")
  func idle() async throws {
    let stream = FrameStream(model, task: try model.makeTask(.video))
    #expect(stream.isIdle(for: 0))
    let use = try stream.beginLive {}
    #expect(!stream.isIdle(for: 0))
    use.call()
    let image = try SharedFolder.mediaData("coffee.png")
    let gate = DispatchSemaphore(value: 0)
    let blocking = Task { [pool, model] in try await pool.run(for: model) { _ in gate.wait() } }
    let frame = Task { [service, pool] in
      try await stream.line(
        for: .encoded(ByteBuffer(bytes: image)), time: nil, reservation: MemoryReservation(pool.memory),
        service: service)
    }
    for _ in 0..<1000 where stream.isIdle(for: 0) { try await Task.sleep(for: .milliseconds(5)) }
    #expect(!stream.isIdle(for: 0))
    gate.signal()
    try await blocking.value
    #expect(try await frame.value.hasPrefix("{"))
    #expect(stream.isIdle(for: 0))
  }

  @Test("An image's memory and session are held until its work ends, also when its client is gone")
  func gone() async throws {
    let gate = DispatchSemaphore(value: 0)
    let begun = Locked(false)
    let work = Task { [pool, model] in
      try await pool.run(for: model, holding: 1000) { _ in
        begun.withLock { $0 = true }
        gate.wait()
      }
    }
    for _ in 0..<1000 where !begun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    work.cancel()
    await #expect(throws: (any Error).self) { try await work.value }
    #expect(pool.memory.reserved == 1000)
    gate.signal()
    for _ in 0..<1000 where pool.memory.reserved > 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(pool.memory.reserved == 0)
  }

  @Test("A session that is free again takes the next image, without places in the queue")
  func sessions() async throws {
    for _ in 0..<4 { #expect(try await pool.run(for: model) { _ in 7 } == 7) }
    #expect(pool.queue.count == 0)
    // The single session and the single place.
    let gate = DispatchSemaphore(value: 0)
    let running = Task { [pool, model] in try await pool.run(for: model) { _ in gate.wait() } }
    for _ in 0..<1000 where pool.queue.count > 0 { try await Task.sleep(for: .milliseconds(5)) }
    try await Task.sleep(for: .milliseconds(50))
    let waiting = Task { [pool, model] in try await pool.run(for: model) { _ in } }
    for _ in 0..<1000 where pool.queue.count < 1 { try await Task.sleep(for: .milliseconds(5)) }
    await #expect(throws: (any Error).self) { try await pool.run(for: model) { _ in } }
    gate.signal()
    try await running.value
    try await waiting.value
    #expect(try await pool.run(for: model) { _ in 7 } == 7)
  }
}
