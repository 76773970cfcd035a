import VisionCore
import VisionTasks

/// The open streams. Each has a random name; idle ones end.
actor StreamStore {
  private let limit: Int
  private let idleSeconds: Double
  private let pool: InferencePool
  private var streams: [String: FrameStream] = [:]
  private var opening = 0
  /// The streams that were closed and whose work goes on.
  private var ending = 0

  init(limit: Int, idleSeconds: Double, pool: InferencePool) {
    self.limit = limit
    self.idleSeconds = idleSeconds
    self.pool = pool
  }

  var count: Int { streams.count + ending }

  func open(_ model: ServedModel) async throws -> FrameStream {
    if count + opening >= limit { sweep() }
    guard count + opening < limit else {
      throw TasksError(.resourceExhaustedError, "\(limit.counted("stream")) is the maximum; close one and try again.")
    }
    opening += 1
    defer { opening -= 1 }
    let stream = try await pool.run(for: model) { _ in FrameStream(model, task: try model.makeTask(.video)) }
    streams[stream.id] = stream
    return stream
  }

  func stream(_ id: String, of model: ServedModel) throws -> FrameStream {
    guard let stream = streams[id], stream.model.name == model.name else {
      throw TasksError.notFound(
        "There is no such stream of \(model.name); it was closed, or was idle for \(idleSeconds) s.")
    }
    return stream
  }

  /// Ends a stream, and returns when its work has ended.
  func close(_ id: String, of model: ServedModel) async throws {
    let stream = try stream(id, of: model)
    streams[id] = nil
    ending += 1
    await stream.end()
    ending -= 1
    ProcessResources.releaseFreeMemory()
  }

  func sweep() {
    let before = streams.count
    streams = streams.filter { !$0.value.closeIfIdle(for: idleSeconds) }
    if streams.count < before { ProcessResources.releaseFreeMemory() }
  }

  func sweepRepeatedly() async {
    while !Task.isCancelled {
      // Ends with the cancellation.
      do { try await Task.sleep(for: .seconds(min(idleSeconds, 10))) } catch { return }
      sweep()
    }
  }
}
