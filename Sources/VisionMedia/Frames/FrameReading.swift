internal import CFFmpeg

protocol FrameSequence: AnyObject {
  /// The next frame; nil at the end. It is not called again after the end or an error.
  func next() throws -> VideoFrame?
}

/// Reads frames for one caller at a time, until the end, an error or `close()`; then file or connection are released.
final class FrameReading: Sendable {
  let interruption: Interruption
  private let threads: ThreadBudget?
  private let frames: Locked<(any FrameSequence)?>

  /// In the budget the reading thread counts as active while it decodes a frame, so that inference beside it does not
  /// start more threads than there are processors left. A source that mostly waits for its frames has none.
  init(_ frames: any FrameSequence, _ interruption: Interruption, threads: ThreadBudget? = nil) {
    (self.interruption, self.threads) = (interruption, threads)
    self.frames = Locked(frames)
  }

  /// The next frame for a source's own callers; refused while another thread reads ahead, and after its loop was left.
  func next() throws -> VideoFrame? {
    guard !interruption.isLent else {
      throw TasksError.failedPrecondition(
        "The source is read by `frames`, which reads ahead and closes it when its loop is left; open another one.")
    }
    return try read()
  }

  func read() throws -> VideoFrame? {
    try frames.withLock { frames in
      // Kept only after a frame: nothing is read after an error.
      guard let reading = frames.take(), !interruption.isClosed else { return nil }
      threads?.begin()
      defer { threads?.end() }
      do {
        let frame = try reading.next()
        if frame != nil { frames = reading }
        return frame
      } catch {
        // A caller that closes a source expects no error about its end.
        if interruption.isClosed { return nil }
        throw error
      }
    }
  }
}

/// A source that `VideoFrames` reads on a thread of its own.
protocol LentSource: FrameSource { var reading: FrameReading { get } }

/// Ends a wait for the network or a device: by a time limit, or by `close()` from another thread. FFmpeg polls it.
/// `@unchecked Sendable` is safe because all mutable state is accessed under the condition's lock.
package final class Interruption: @unchecked Sendable {
  private let condition = NSCondition()
  private var closed = false
  private var lent = false
  private var deadline: ContinuousClock.Instant?

  package init() {}

  /// Whether another thread reads the frames, or has read ahead.
  var isLent: Bool { condition.withLock { lent } }
  func lend(_ isLent: Bool) { condition.withLock { lent = isLent } }
  var isClosed: Bool { condition.withLock { closed } }
  var isOverdue: Bool { condition.withLock { isOverdueLocked } }
  var shouldStop: Bool { condition.withLock { closed || isOverdueLocked } }
  private var isOverdueLocked: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  package func close() {
    condition.withLock {
      closed = true
      condition.broadcast()
    }
  }

  func limit(to seconds: TimeInterval?) {
    condition.withLock { deadline = seconds.map { .now.advanced(by: .seconds($0)) } }
  }

  package func pause(seconds: TimeInterval) {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.withLock {
      while !closed, condition.wait(until: end) {}
    }
  }

  /// The callback for FFmpeg. It does not retain this object; the caller must keep it alive.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { address in
        guard let address else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(address).takeUnretainedValue().shouldStop ? 1 : 0
      },
      opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}
