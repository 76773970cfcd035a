import VisionConcurrency
import VisionErrors
import VisionHTTP
import VisionOutput
import VisionTasks

/// A client's frames, and the task that tracks from one to the next.
///
/// `@unchecked Sendable` is safe because `isBusy` admits one frame at a time, and only that uses the task and the numbers.
final class FrameStream: @unchecked Sendable {
  private struct Use {
    var isBusy = false
    var last = ContinuousClock.now
  }

  let id = RandomToken.make()
  let model: ServedModel
  private let start = ContinuousClock.now
  private let task: any AnyVisionTask
  private let use = Locked(Use())
  private var frameCount = 0
  private var lastTime = -1

  init(_ model: ServedModel, task: any AnyVisionTask) {
    self.model = model
    self.task = task
  }

  /// Whether no frame came for a time.
  func isIdle(for seconds: Double) -> Bool {
    use.withLock { !$0.isBusy && ContinuousClock.now - $0.last > .seconds(seconds) }
  }

  /// Processes a frame.
  ///
  /// - Parameters:
  ///   - source: The frame.
  ///   - time: Its time, after that of the frame before; nil for the time since the stream was opened.
  ///   - service: Runs the task.
  /// - Returns: The line that the command writes for a video's frame, with its line feed.
  /// - Throws: `TasksError` with `failedPreconditionError` while another frame is processed; `invalidArgumentError` for a time that
  ///   does not rise; the errors of the service.
  func line(for source: ImageSource, time: FrameTime?, service: InferenceService) async throws -> String {
    let elapsed = Int((ContinuousClock.now - start) / .milliseconds(1))
    let isFree = use.withLock { use in
      defer { use.isBusy = true }
      return !use.isBusy
    }
    guard isFree else {
      throw TasksError(
        .failedPreconditionError, "The stream's previous frame is being processed; wait for its response.")
    }
    let finish = Finish { [use] in use.withLock { $0 = Use() } }
    return try await service.pool.run(for: model) { [self] _ in
      defer { finish.call() }
      return try process(source, time?.milliseconds ?? max(elapsed, lastTime + 1), service)
    }
  }

  private func process(_ source: ImageSource, _ time: Int, _ service: InferenceService) throws -> String {
    guard time > lastTime else {
      throw TasksError.invalidArgument(
        "The frame's time is \(time) ms; the one before had \(lastTime) ms. Times have to rise.")
    }
    var warnings: [String] = []
    let output = try service.withImage(of: source, for: model, onWarning: { warnings.append($0) }) { image in
      try service.metrics.measure(.inference, model: model.name) {
        try task.output(of: MPImage(imageBuffer: image), timestampInMilliseconds: time)
      }
    }
    lastTime = time
    defer { frameCount += 1 }
    return try FrameRecord(file: nil, frame: frameCount, timestampMs: time, output: output, warnings: warnings).json()
      + "\n"
  }
}

/// Calls a function once, at the latest when it is released: work that is cancelled before it begins never runs.
private final class Finish: Sendable {
  private let function: Locked<(@Sendable () -> Void)?>

  init(_ function: @escaping @Sendable () -> Void) { self.function = Locked(function) }

  deinit { call() }

  func call() {
    let function = function.withLock { function in
      defer { function = nil }
      return function
    }
    function?()
  }
}
