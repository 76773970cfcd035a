import Hummingbird
import VisionHTTP
import VisionMedia
import VisionTasks

/// A client's frames, and the task that tracks from one to the next. `@unchecked Sendable` is safe because `isBusy`
/// admits one frame at a time, and only that uses the task and the numbers.
final class FrameStream: @unchecked Sendable {
  private struct Use {
    var isBusy = false
    var isLive = false
    /// Whether the stream was closed; then work may end, and none begins.
    var isClosed = false
    var last = ContinuousClock.now
    var onClose: (@Sendable () -> Void)?
    var onEnd: CheckedContinuation<Void, Never>?

    func isIdle(for seconds: Double) -> Bool { !isBusy && !isLive && ContinuousClock.now - last > .seconds(seconds) }

    mutating func ended() -> CheckedContinuation<Void, Never>? {
      guard isClosed, !isBusy, !isLive else { return nil }
      defer { onEnd = nil }
      return onEnd
    }
  }

  let id = RandomToken.make()
  let model: ServedModel
  private let start = ContinuousClock.now
  private let task: any AnyVisionTask
  private let use = Locked(Use())
  private var frameCount = 0
  private var lastTime = -1

  init(_ model: ServedModel, task: any AnyVisionTask) { (self.model, self.task) = (model, task) }
  func isIdle(for seconds: Double) -> Bool { use.withLock { $0.isIdle(for: seconds) } }

  func closeIfIdle(for seconds: Double) -> Bool {
    use.withLock { use in
      guard use.isIdle(for: seconds) else { return false }
      use.isClosed = true
      return true
    }
  }

  var isClosed: Bool { use.withLock { $0.isClosed } }

  /// Closes the stream and waits for the frame that is processed and the live request that has it.
  func end() async {
    await withCheckedContinuation { continuation in
      let (onClose, ended) = use.withLock { use in
        (use.isClosed, use.onEnd) = (true, continuation)
        return (use.onClose, use.ended())
      }
      onClose?()
      ended?.resume()
    }
  }

  /// Gives the stream to a live request, until the returned value is called; `onClose` if it is closed meanwhile.
  func beginLive(onClose: @escaping @Sendable () -> Void) throws -> Finish {
    try use.withLock { use in
      guard !use.isLive, !use.isBusy, !use.isClosed else { throw Self.taken(use) }
      (use.isLive, use.onClose) = (true, onClose)
    }
    return Finish { [use] in
      use.withLock { use in
        (use.isLive, use.onClose, use.last) = (false, nil, .now)
        return use.ended()
      }?.resume()
    }
  }

  private static func taken(_ use: Use) -> TasksError {
    if use.isClosed { return TasksError.failedPrecondition("The stream was closed.") }
    return TasksError.failedPrecondition(
      use.isLive
        ? "A live request has the stream; end that, or open another stream."
        : "The stream's previous frame is being processed; wait for its response.")
  }

  /// Processes a frame and returns its line. Without a time it has the time since the stream was opened.
  func line(
    for source: ImageSource, time: FrameTime?, isLive: Bool = false, reservation: MemoryReservation,
    service: InferenceService
  ) async throws -> String {
    let elapsed = Int((ContinuousClock.now - start) / .milliseconds(1))
    try use.withLock { use in
      guard !use.isBusy, !use.isClosed, use.isLive == isLive else { throw Self.taken(use) }
      use.isBusy = true
    }
    let finish = Finish { [use] in
      use.withLock { use in
        (use.isBusy, use.last) = (false, .now)
        return use.ended()
      }?.resume()
    }
    let cost = service.cost(of: source, for: model, beside: reservation.bytes)
    return try await service.pool.run(for: model, holding: cost.bytes) { [self] _ in
      defer { finish.call() }
      return try process(source, cost, time?.milliseconds ?? max(elapsed, lastTime + 1), service)
    }
  }

  private func process(
    _ source: ImageSource, _ cost: ImageCost, _ time: Int, _ service: InferenceService
  ) throws -> String {
    guard time > lastTime else {
      throw TasksError.invalidArgument(
        "The frame's time is \(time) ms; the one before had \(lastTime) ms. Times have to rise.")
    }
    var warnings: [String] = []
    let image = try service.image(of: source, cost, for: model) { warnings.append($0) }
    let output = try service.metrics.measure(.inference, model: model.name) {
      try task.output(
        of: MPImage(imageBuffer: image, regionOfInterest: model.region, points: model.points),
        timestampInMilliseconds: time)
    }
    lastTime = time
    defer { frameCount += 1 }
    return try service.metrics.measure(.output, model: model.name) {
      try FrameRecord(file: nil, frame: frameCount, timestampMs: time, output: output, warnings: warnings).json() + "\n"
    }
  }
}

/// Calls a function once, at the latest when it is released: work that is cancelled before it begins never runs.
final class Finish: Sendable {
  private let function: Locked<(@Sendable () -> Void)?>

  init(_ function: @escaping @Sendable () -> Void) { self.function = Locked(function) }
  deinit { call() }
  func call() { function.exchange(nil)?() }
}

actor StreamStore {
  private let limit: Int
  private let idleSeconds: Double
  private let pool: InferencePool
  private var streams: [String: FrameStream] = [:]
  private var opening = 0
  private var ending = 0

  init(limit: Int, idleSeconds: Double, pool: InferencePool) {
    (self.limit, self.idleSeconds, self.pool) = (limit, idleSeconds, pool)
  }

  var count: Int { streams.count + ending }

  func open(_ model: ServedModel) async throws -> FrameStream {
    guard limit > 0 else {
      throw TasksError.invalidArgument("This server takes no streams (--streams 0); send images one by one.")
    }
    if count + opening >= limit { sweep() }
    guard count + opening < limit else {
      throw TasksError.exhausted("\(limit.counted("stream")) is the maximum; close one and try again.")
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
}
