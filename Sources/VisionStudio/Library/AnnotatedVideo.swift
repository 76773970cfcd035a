import VisionMedia

/// Draws results on frames and encodes them on its own queue, a few frames behind the task. Space on the disk is
/// reserved before, for all pending frames at their maximum. `@unchecked Sendable`: only the queue uses its state.
final class AnnotatedVideo: @unchecked Sendable {
  private static let backlog = 3
  /// The bytes of the file's index per frame, including audio.
  private static let indexBytes = 64

  private let queue = DispatchQueue(label: "vision studio video")
  private let slots = DispatchSemaphore(value: backlog)
  private let quota: DiskQuota
  private let path: String
  /// The bytes of an incompressible frame plus the container's overhead.
  private let largestFrame: Int
  private var writer: VideoWriter?
  private var drawing = VideoDrawing()
  private var reserved = 0
  private var frames = 0
  private let failure = Locked<(any Error)?>(nil)
  private let full = Locked<TasksError?>(nil)

  init(path: String, like video: VideoReader, quota: DiskQuota) throws {
    (self.path, self.quota) = (path, quota)
    largestFrame = video.width * video.height * 3 / 2 + 65_536
    writer = try VideoWriter(path: path, like: video, encoding: .besideInference)
    try reserveSpace()
  }

  /// The error if the quota has no space for further frames; the file can still be finished. Nil otherwise.
  var quotaError: TasksError? { full.withLock { $0 } }

  /// Enqueues a frame's result; blocks while the backlog is full. Errors are thrown by `finish()`.
  func append(_ output: any TaskOutput, _ frame: VideoFrame) {
    slots.wait()
    queue.async { [self] in
      defer { slots.signal() }
      guard failure.withLock({ $0 == nil }) else { return }
      do {
        let image = try drawing.drawn(output, on: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds)
        try writer?.append(image, at: frame.presentationTime, duration: frame.duration)
        frames += 1
        do {
          try reserveSpace()
        } catch let error as TasksError { full.withLock { $0 = error } }
      } catch { failure.withLock { $0 = error } }
    }
  }

  /// Finishes the file, and returns why it lacks frames, or nil. What was drawn and encoded before a failure is kept.
  func finish() throws -> String? {
    try queue.sync {
      let failure = failure.withLock { $0 }
      if let failure, frames == 0 { throw failure }
      try writer?.finish()
      writer = nil
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? reserved
      // The file counts until the results are removed. Audio after the last frame was not counted yet.
      if size > reserved {
        do { try quota.reserve(size - reserved) } catch {
          try? FileManager.default.removeItem(atPath: path)
          quota.release(reserved)
          throw error
        }
      } else {
        quota.release(reserved - size)
      }
      reserved = size
      return failure.map { "The annotated video ends after \(frames.counted("frame")): \($0.localizedDescription)" }
    }
  }

  func discard() {
    queue.sync {
      writer?.discard()
      writer = nil
    }
  }

  private func reserveSpace() throws {
    let needed = (writer?.byteCount ?? 0) + (Self.backlog + 1) * largestFrame + frames * Self.indexBytes
    guard needed > reserved else { return }
    try quota.reserve(needed - reserved)
    reserved = needed
  }
}
