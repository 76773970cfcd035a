import Foundation
import VisionCore
import VisionHTTP
import VisionResults
import VisionTasks

/// A camera's task in video mode, with its serial queue.
///
/// `@unchecked Sendable` is safe because unlocked state is accessed on the queue only.
final class LiveSession: @unchecked Sendable {
  /// This camera's queue. Inference runs on `inferenceQueue`, which several cameras share.
  private let queue = DispatchQueue(label: "vision studio camera", qos: .userInteractive)
  private let inferenceQueue: DispatchQueue
  private let resources: SharedResources
  private let isBusy = Locked(false)
  private let hasEnded = Locked(false)
  private var task: (any AnyVisionTask)?
  /// Whether the model was uploaded. Its worker process may hang, so it must not block the shared queue.
  private var hasOwnModel = false
  private var orientation = ImageOrientation.up
  private var frameCount = 0
  private var lastTime = -1

  /// - Parameters:
  ///   - inferenceQueue: The queue from `SharedResources.beginLive()`.
  ///   - resources: Where the camera's slot is released.
  init(inferenceQueue: DispatchQueue, resources: SharedResources) {
    self.inferenceQueue = inferenceQueue
    self.resources = resources
  }

  /// Loads a task, replacing the current one.
  func load(_ settings: StudioSettings, paths: ModelPaths) async throws {
    try await queue.run { [self] in
      // Released first: two loaded tasks would take twice the memory.
      task = nil
      hasOwnModel = paths.own != nil
      orientation = settings.orientation
      task = try perform { try StudioTask.make(settings, paths: paths, mode: .video) }
      (frameCount, lastTime) = (0, -1)
    }
  }

  /// Processes a frame. It is received only when no other is being processed, so each visitor has at most one in memory.
  ///
  /// - Parameter receive: Reads the frame from the request.
  /// - Returns: A `LiveResponse` as JSON.
  /// - Throws: `TasksError` with `failedPreconditionError` while another frame is processed, or the task's error.
  func answer(receiving receive: () async throws -> LiveFrame) async throws -> Data {
    let isFree = isBusy.withLock { isBusy in
      defer { isBusy = true }
      return !isBusy
    }
    guard isFree else {
      throw TasksError(
        .failedPreconditionError, "Another frame is being processed; send the next one after its response.")
    }
    defer { isBusy.withLock { $0 = false } }
    let frame = try await receive()
    return try await queue.run { [self] in try process(frame) }
  }

  /// Releases the task and the camera's slot.
  func end() {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    guard isFirst else { return }
    queue.async { [self] in
      task = nil
      resources.endLive()
    }
  }

  /// Runs work on the shared queue, or here if it only waits for a worker process. Called on this camera's queue.
  private func perform<Value>(_ work: () throws -> Value) rethrows -> Value {
    try hasOwnModel ? work() : inferenceQueue.sync(execute: work)
  }

  private func process(_ frame: LiveFrame) throws -> Data {
    guard let task else { throw TasksError(.failedPreconditionError, "The camera has no task; start it again.") }
    let clock = ContinuousClock()
    let start = clock.now
    let image = try inferenceQueue.sync { try MPImage(imageBuffer: frame.image(), orientation: orientation) }
    let decoded = clock.now
    // Tasks require increasing timestamps, whatever the page's clock does.
    lastTime = max(frame.time, lastTime + 1)
    let output = try perform { try task.output(of: image, timestampInMilliseconds: lastTime) }
    let inferred = clock.now
    defer { frameCount += 1 }
    return try LiveResponse(
      record: FrameRecord(file: nil, frame: frameCount, timestampMs: lastTime, output: output),
      masks: output.masks.map { MaskPreview($0) }, decoding: decoded - start, inference: inferred - decoded
    ).json()
  }
}
