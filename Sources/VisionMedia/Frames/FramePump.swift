import Foundation
import VisionCore

/// Reads a source on its own thread and passes the frames to an asynchronous caller.
///
/// `@unchecked Sendable` is safe because all mutable state is accessed under the condition's lock. Continuations are resumed outside
/// of it.
final class FramePump: @unchecked Sendable {
  /// Held by the reader of the frames: when it is released, the pump stops.
  final class Lease: Sendable {
    let pump: FramePump
    init(_ pump: FramePump) { self.pump = pump }
    deinit { pump.cancel() }
  }

  private typealias Waiting = CheckedContinuation<VideoFrame?, any Error>

  private let source: any FrameSource
  private let condition = NSCondition()
  private var ready: [VideoFrame] = []
  /// The outcome of the source; an error is removed when thrown.
  private var end: Result<Void, any Error>?
  private var waiting: Waiting?
  private var isStarted = false
  private var isCancelled = false

  init(_ source: any FrameSource) { self.source = source }

  /// The next frame, nil after the last one.
  func next() async throws -> VideoFrame? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting in
        if let answer = answer(or: waiting) { waiting.resume(with: answer) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Stops reading; a waiting caller gets an error.
  func cancel() {
    let waiting = condition.withLock {
      isCancelled = true
      ready.removeAll()
      defer { self.waiting = nil }
      condition.broadcast()
      return self.waiting
    }
    source.close()
    waiting?.resume(throwing: CancellationError())
  }

  /// An immediate answer; else stores the continuation and returns nil.
  private func answer(or waiting: Waiting) -> Result<VideoFrame?, any Error>? {
    condition.withLock {
      if isCancelled { return .failure(CancellationError()) }
      if !ready.isEmpty {
        condition.broadcast()
        return .success(ready.removeFirst())
      }
      if let end {
        self.end = .success(())
        return end.map { nil }
      }
      guard self.waiting == nil else {
        return .failure(
          TasksError(.failedPreconditionError, "Take the frames of one iterator from one task at a time."))
      }
      self.waiting = waiting
      if !isStarted {
        isStarted = true
        (source as? any LentSource)?.interruption.lend(true)
        // A thread rather than a task, since reading blocks.
        Thread.detachNewThread { [self] in run() }
      }
      return nil
    }
  }

  /// Reads until the source ends or the caller is gone.
  private func run() {
    while waitForRoom() {
      let result = Result {
        guard let lent = source as? any LentSource else { return try source.next() }
        return try lent.read()
      }
      let waiting: Waiting? = condition.withLock {
        if isCancelled { return nil }
        switch result {
        case .success(let frame?):
          if self.waiting == nil { ready.append(frame) }
        case .success(nil):
          end = .success(())
          (source as? any LentSource)?.interruption.lend(false)
        // A waiting caller throws the error; else the next one does.
        case .failure(let error): end = self.waiting == nil ? .failure(error) : .success(())
        }
        defer { self.waiting = nil }
        return self.waiting
      }
      waiting?.resume(with: result)
    }
  }

  /// Waits until another frame is needed; false when none will be.
  private func waitForRoom() -> Bool {
    condition.withLock {
      while !isCancelled, end == nil, ready.count >= VideoFrames.lookAhead { condition.wait() }
      return !isCancelled && end == nil
    }
  }
}
