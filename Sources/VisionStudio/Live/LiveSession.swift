import Foundation
import VisionConcurrency
import VisionOutput
import VisionTasks

/// A camera's task in video mode, and the queue on which it works.
///
/// Sendable: what changes is touched on the queue only, but for the flag that keeps a second frame out, which the lock
/// guards.
final class LiveSession: @unchecked Sendable {
  /// The queue of this camera; what takes the processor is done on the lane, which others share.
  private let queue = DispatchQueue(label: "vision studio camera", qos: .userInteractive)
  private let lane: DispatchQueue
  private let resources: SharedResources
  private let isBusy = Locked(false)
  private let hasEnded = Locked(false)
  private var task: (any AnyVisionTask)?
  /// Whether the model is the visitor's: its process may hang, for which nobody else waits.
  private var hasOwnModel = false
  private var frameCount = 0
  private var lastTime = -1

  /// - Parameters:
  ///   - lane: The queue, whose place was taken.
  ///   - resources: Where the place is given back.
  init(lane: DispatchQueue, resources: SharedResources) {
    self.lane = lane
    self.resources = resources
  }

  /// Loads a task in place of the one before.
  func load(_ settings: StudioSettings, paths: ModelPaths) async throws {
    try await queue.run { [self] in
      // Two loaded tasks at a time would take twice the memory.
      task = nil
      hasOwnModel = paths.own != nil
      task = try inPlace { try StudioTask.make(settings, paths: paths, mode: .video) }
      (frameCount, lastTime) = (0, -1)
    }
  }

  /// Works on a frame, which is received only when no other is being worked on: a visitor has one of them in memory.
  ///
  /// - Parameter receive: Receives the frame.
  /// - Returns: A `LiveAnswer` as JSON.
  /// - Throws: `TasksError` with `failedPreconditionError` while another frame is worked on, or what the task throws.
  func answer(receiving receive: () async throws -> LiveFrame) async throws -> Data {
    let isFree = isBusy.withLock { isBusy in
      defer { isBusy = true }
      return !isBusy
    }
    guard isFree else {
      throw TasksError(.failedPreconditionError, "A frame is being worked on; send the next one after its answer.")
    }
    defer { isBusy.withLock { $0 = false } }
    let frame = try await receive()
    return try await queue.run { [self] in try work(on: frame) }
  }

  /// Lets the task go and gives the place back.
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

  /// Under the queue: does what takes this process's processor, or waits for another process.
  private func inPlace<Value>(_ work: () throws -> Value) rethrows -> Value {
    try hasOwnModel ? work() : lane.sync(execute: work)
  }

  private func work(on frame: LiveFrame) throws -> Data {
    guard let task else { throw TasksError(.failedPreconditionError, "The camera has no task; start it again.") }
    let clock = ContinuousClock()
    let start = clock.now
    let image = try lane.sync { try MPImage(imageBuffer: frame.image()) }
    let decoded = clock.now
    // Whatever a page's clock does, a task wants times that rise.
    lastTime = max(frame.time, lastTime + 1)
    let output = try inPlace { try task.output(of: image, timestampInMilliseconds: lastTime) }
    let found = clock.now
    defer { frameCount += 1 }
    return try LiveAnswer(
      record: FrameRecord(file: nil, frame: frameCount, timestampMs: lastTime, output: output),
      masks: (output.masks ?? []).map { MaskPreview($0) }, decoding: decoded - start, inference: found - decoded
    ).json()
  }
}
