import VisionErrors
import VisionTasks

/// The open streams. Each has a random name; idle ones end.
actor StreamStore {
  private let limit: Int
  private let idleSeconds: Double
  private let pool: InferencePool
  private var streams: [String: FrameStream] = [:]
  /// The streams whose tasks are being opened.
  private var opening = 0

  init(_ options: ServerOptions, pool: InferencePool) {
    limit = options.streams
    idleSeconds = options.streamSeconds
    self.pool = pool
  }

  /// The number of open streams.
  var count: Int { streams.count }

  /// Opens a stream with a task of its own.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there are too many.
  func open(_ model: ServedModel) async throws -> FrameStream {
    if streams.count + opening >= limit { sweep() }
    guard streams.count + opening < limit else {
      throw TasksError(.resourceExhaustedError, "\(limit.counted("stream")) is the maximum; close one and try again.")
    }
    opening += 1
    defer { opening -= 1 }
    let stream = try await pool.run(for: model) { _ in FrameStream(model, task: try model.makeTask(.video)) }
    streams[stream.id] = stream
    return stream
  }

  /// An open stream of a model.
  ///
  /// - Throws: `TasksError` with `notFoundError`.
  func stream(_ id: String, of model: ServedModel) throws -> FrameStream {
    guard let stream = streams[id], stream.model.name == model.name else {
      throw TasksError.notFound(
        "There is no such stream of \(model.name); it was closed, or was idle for \(idleSeconds) s.")
    }
    return stream
  }

  /// Ends a stream.
  func close(_ id: String, of model: ServedModel) {
    if streams[id]?.model.name == model.name { streams[id] = nil }
  }

  /// Ends idle streams.
  func sweep() { streams = streams.filter { !$0.value.isIdle(for: idleSeconds) } }

  /// Ends idle streams now and then, until the Swift task is cancelled.
  func sweepRepeatedly() async {
    while !Task.isCancelled {
      // Ends with the cancellation.
      do { try await Task.sleep(for: .seconds(min(idleSeconds, 10))) } catch { return }
      sweep()
    }
  }
}
